#!/bin/sh
# The study, from nothing: positions, values, changed positions and their values, tables and picture (docs/study.md).
# `make study` runs it; give it again when it was stopped. OUT (default: out/study) takes 100 MB.
set -e
HERE=$(dirname "$0")
OUT=${OUT:-out/study}
COUNT=${COUNT:-120000}    # positions of each size
CHANGED=${CHANGED:-20000} # of them, the first that are solved with something changed
SEED=${SEED:-1}

mkdir -p "$OUT/endgames" "$OUT/last" "$OUT/turn" "$OUT/cemented"
seep generate -o "$OUT/endgames/three.seep" --cards 3 --count "$COUNT" --seed "$SEED"
seep generate -o "$OUT/endgames/four.seep" --cards 4 --count "$COUNT" --seed "$SEED"
seep solve "$OUT/endgames" -o "$OUT/solved"
for change in last turn cemented; do
    for size in three four; do
        head -n "$CHANGED" "$OUT/endgames/$size.seep" | python "$HERE/variants.py" "$change" > "$OUT/$change/$size.seep"
    done
    seep solve "$OUT/$change" -o "$OUT/solved-$change"
done
python "$HERE/tables.py" "$OUT"
