"""The Census and the Record: tables and charts of how the South Bronx fared."""
