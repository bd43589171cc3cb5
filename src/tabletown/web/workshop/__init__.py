"""The workshop's pages: drafts, editors, test tables, fairness checks and the gallery."""
