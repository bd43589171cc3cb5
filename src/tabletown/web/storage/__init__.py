"""The database: what is stored, and how it is written, upgraded and restored."""
