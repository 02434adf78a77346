"""``python -m seep_cli`` is the command `seep`."""

from seep_cli.app import main

raise SystemExit(main())
