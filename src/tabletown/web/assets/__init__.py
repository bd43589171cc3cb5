"""Static files: bundled, compressed and named by their content; and QR codes."""
