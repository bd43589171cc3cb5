"""Tell people that it's their turn: by push, e-mail or webhook, each once, with nothing their seat may not know."""
