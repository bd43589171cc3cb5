"""Telling people that it is their turn: by push, e-mail or webhook, each once, and nothing their seat may not know."""
