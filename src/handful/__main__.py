"""`python -m handful` is the command `handful`."""

from handful.cli import main

main()
