"""Rate a model, a bot or a program on the bots' scale.

`models.py` asks (a command, an address, any bot), `plan.py` chooses the matches, `run.py` plays them and records every
prompt and answer, `report.py` writes a page of results.
"""
