#!/usr/bin/env bash
# Build the sdist and a wheel from it, install the wheel in an environment of its own, run a command outside the tree.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python -m build -q --outdir "$place/dist" .
python -m venv "$place/venv"
"$place/venv/bin/pip" install -q --disable-pip-version-check "$place"/dist/*.whl
cd "$place"
answer=$(venv/bin/seep best "4C6CTC 2CTD/3C5D/7H8C/9CQD 1")
[ "$answer" = "TDx4C6CTC" ] || { echo "the installed wheel answered '$answer', expected TDx4C6CTC"; exit 1; }
venv/bin/seep bench --help >/dev/null
venv/bin/python -c "from importlib.resources import files; [files('seep_solver').joinpath('report-page', name).read_text() for name in ('page.html', 'page.css', 'game.js', 'draw.js', 'list.js')]"
echo "the wheel built from the sdist answers: $answer"
