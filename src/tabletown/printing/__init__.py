"""Print and play: boards, cards, pieces, player aid and rulebook of a game as a PDF, or for Tabletop Simulator."""
