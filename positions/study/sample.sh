#!/bin/sh
# positions/study/sample.parquet: the first 200 endgames of each size of the study, solved.
set -e
HERE=$(dirname "$0")
OUT=$(mktemp -d)
trap 'rm -rf "$OUT"' EXIT
mkdir "$OUT/endgames"
seep generate -o "$OUT/endgames/three.seep" --cards 3 --count 200 --quiet
seep generate -o "$OUT/endgames/four.seep" --cards 4 --count 200 --quiet
(cd "$OUT" && seep solve endgames -o solved --quiet)
mv "$OUT/solved/part-00000.parquet" "$HERE/sample.parquet"
