"""The workshop: content packs that people make in the browser, as drafts, checks, sheets and files. It knows no web."""
