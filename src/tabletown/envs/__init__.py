"""Every game as a research environment. Integers, masks and tensors live here only."""
