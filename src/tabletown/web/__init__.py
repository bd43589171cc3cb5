"""The server: tables that people play at, in the browser and over JSON."""
