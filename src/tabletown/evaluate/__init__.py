"""Place a model, a bot or a program on the bots' scale.

`models.py` asks (a command, an address, any bot), `plan.py` says which matches are played, `run.py` plays and writes
every prompt and answer as it comes, `report.py` tells on one page what came of it.
"""
