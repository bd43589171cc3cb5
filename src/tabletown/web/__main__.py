"""`python -m tabletown.web …` is the same as `tabletown serve --no-browser …`."""

import sys

from tabletown.cli import main

if __name__ == "__main__":
    sys.argv[1:1] = ["serve", "--no-browser"]
    main()
