"""Static files: bundled, compressed, named by their content; and QR codes."""
