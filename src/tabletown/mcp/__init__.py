"""A Model Context Protocol server through which a language model plays like anybody else.

It is a client of a Tabletown server's JSON API (`table.py`), describes positions in the words of `tabletown.envs.text`,
and offers tools (`server.py`). So people and models meet at the same tables, and a model knows what its seat may know.
"""
