"""Numbered migrations of the database, one file each in `versions`, run by `upgrade`. 0000 is the first release."""
