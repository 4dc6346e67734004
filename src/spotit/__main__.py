"""`python -m spotit` is the command line."""

from spotit.cli.app import main

if __name__ == "__main__":
    main()
