"""Numbered changes of the database, one file each in `versions`; `upgrade` runs them. 0000 is the first release."""
