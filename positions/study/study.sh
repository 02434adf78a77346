#!/bin/sh
# The study, from nothing: positions, values, changed positions and their values, tables and picture (docs/study.md).
# `make study` runs it; give it again when it was stopped. OUT (default: out/study) takes 100 MB.
set -e
HERE=$(dirname "$0")
OUT=${OUT:-out/study}
COUNT=${COUNT:-120000}    # positions of each size
CHANGED=${CHANGED:-20000} # of them, the first that are solved with something changed
RANDOM_PLAY=${RANDOM_PLAY:-20000} # positions of three cards that random play reaches
RANDOM_TURN=${RANDOM_TURN:-8000}  # of them, the first that are solved with the other side to play
SHORT=${SHORT:-10000}             # positions of two cards, and of one
SEED=${SEED:-1}

changed() { # FOLDER CHANGE SIZE COUNT: solve the first COUNT positions again with something changed
    mkdir -p "$1/$2"
    head -n "$4" "$1/endgames/$3.seep" | python "$HERE/variants.py" "$2" > "$1/$2/$3.seep"
}

mkdir -p "$OUT/endgames" "$OUT/random/endgames"
seep generate -o "$OUT/endgames/three.seep" --cards 3 --count "$COUNT" --seed "$SEED"
seep generate -o "$OUT/endgames/four.seep" --cards 4 --count "$COUNT" --seed "$SEED"
seep solve "$OUT/endgames" -o "$OUT/solved"
for change in last turn cemented; do
    changed "$OUT" "$change" three "$CHANGED"
    changed "$OUT" "$change" four "$CHANGED"
    seep solve "$OUT/$change" -o "$OUT/solved-$change"
done

seep generate -o "$OUT/random/endgames/three.seep" --cards 3 --count "$RANDOM_PLAY" --seed "$SEED" --players random
seep solve "$OUT/random/endgames" -o "$OUT/random/solved"
changed "$OUT/random" turn three "$RANDOM_TURN"
seep solve "$OUT/random/turn" -o "$OUT/random/solved-turn"

mkdir -p "$OUT/short/endgames"
seep generate -o "$OUT/short/endgames/two.seep" --cards 2 --count "$SHORT" --seed "$SEED"
seep generate -o "$OUT/short/endgames/one.seep" --cards 1 --count "$SHORT" --seed "$SEED"
seep solve "$OUT/short/endgames" -o "$OUT/short/solved"
changed "$OUT/short" last two "$SHORT"
changed "$OUT/short" last one "$SHORT"
seep solve "$OUT/short/last" -o "$OUT/short/solved-last"

python "$HERE/tables.py" "$OUT"
