"""A Model Context Protocol server: a language model sits down at a table like anybody else.

It is a client of a Tabletown server's JSON API (`table.py`), says positions in the words of `tabletown.envs.text`, and
offers that as tools (`server.py`). So people and models meet at the same tables, and a model
knows what its seat may know.
"""
