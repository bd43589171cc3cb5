"""The database: what is stored, how it is written, upgraded and restored."""
