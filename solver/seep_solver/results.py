"""The table of results: its columns, what each file says about itself, and writing it repeatably."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from seep_solver.atomic import atomically
from seep_solver.settings import Settings, canonical_json, release

SCHEMA_VERSION = 1
ROWS_A_GROUP = 131_072
RULES = "seep.rules"

Options = Mapping[str, int | str | bool]
RuleSets = dict[str, Options]

WORD = pa.dictionary(pa.int32(), pa.string())
_MOVE = pa.struct(
    [
        ("move", pa.string()),
        ("gain", pa.int16()),
        ("low", pa.int16()),
        ("high", pa.int16()),
        ("mean", pa.float32()),
        ("std_err", pa.float32()),
    ]
)

# One row a position. Nulls where a column does not apply; values are points from the side to move.
_COLUMNS: list[tuple[str, pa.DataType]] = [
    ("id", pa.string()),
    ("position", pa.string()),
    ("position_key", pa.uint64()),
    ("rules", WORD),
    ("cards_left", pa.uint8()),
    ("to_move", pa.uint8()),
    ("kind", WORD),
    ("gain", pa.int16()),
    ("margin", pa.int16()),
    ("low", pa.int16()),
    ("high", pa.int16()),
    ("mean", pa.float32()),
    ("std_err", pa.float32()),
    ("best", pa.list_(pa.string())),
    ("pv", pa.list_(pa.string())),
    ("moves", pa.list_(_MOVE)),
    ("nodes", pa.uint64()),
    ("time_us", pa.uint64()),
    ("worlds", pa.uint32()),
    ("seed", pa.uint64()),
    ("error", pa.string()),
    ("error_field", pa.string()),
    ("source", pa.string()),
]
SCHEMA = pa.schema(_COLUMNS)

# Rows on their way: first the place of the row in the whole and the column in its line where the first error is.
ROW, COLUMN = "row", "column"


def loose_schema(schema: pa.Schema, *more: tuple[str, pa.DataType]) -> pa.Schema:
    """The columns of rows on their way to `schema`: words as plain text, so that tables join."""
    plain = [(field.name, pa.string() if field.type == WORD else field.type) for field in schema]
    return pa.schema([(ROW, pa.uint64()), *more, *plain])


LOOSE = loose_schema(SCHEMA, (COLUMN, pa.uint32()))


class RulesClash(ValueError):
    """One name for two sets of rules in one run."""


def join_rules(known: RuleSets, more: Mapping[str, Options]) -> None:
    """Add `more` rule sets to `known`; RulesClash when a name has two meanings."""
    for name, options in more.items():
        before = known.setdefault(name, options)
        if before != options:
            at = next(key for key in options if before.get(key) != options[key])
            raise RulesClash(f'"{name}" names two sets of rules: {at} is {before.get(at)} and {options[at]}')


def loose_table(
    numbers: Sequence[int],
    rows: Sequence[Mapping[str, Any]],
    rule_sets: Mapping[str, Options],
    loose: pa.Schema = LOOSE,
) -> pa.Table:
    """A table of rows on their way; `numbers` are their places in the whole, `rule_sets` go along."""
    columns = [pa.array(numbers, pa.uint64())]
    columns += [_column(field, [row.get(field.name) for row in rows]) for field in list(loose)[1:]]
    return pa.Table.from_arrays(columns, schema=loose.with_metadata({RULES: canonical_json(rule_sets)}))


def _column(field: Any, values: Sequence[Any]) -> Any:
    """A column of `values`; lists are laid out flat first, which pyarrow does ten times faster than nested."""
    if not pa.types.is_list(field.type):
        return pa.array(values, field.type)
    inner = field.type.value_type
    flat: list[Any] = [element for value in values for element in value or ()]
    ends: Any = pa.array(np.cumsum([0] + [len(value or ()) for value in values], dtype=np.int32))
    elements: Any = _structs(inner, flat) if pa.types.is_struct(inner) else pa.array(flat, inner)
    absent: Any = pa.array([value is None for value in values], pa.bool_())
    return pa.ListArray.from_arrays(ends, elements, type=field.type, mask=absent)


def _structs(kind: pa.StructType, values: Sequence[Mapping[str, Any]]) -> Any:
    fields = [kind.field(at) for at in range(kind.num_fields)]
    columns = [pa.array([value.get(field.name) for value in values], field.type) for field in fields]
    return pa.StructArray.from_arrays(columns, fields=fields)


def packed(loose: pa.Table) -> bytes:
    """Rows on their way as bytes (an Arrow stream); `unpacked` reads them."""
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, loose.schema, options=options) as writer:
        writer.write_table(loose)
    return sink.getvalue().to_pybytes()


def unpacked(data: bytes) -> pa.Table:
    """The rows in `data`; ArrowInvalid if it is damaged."""
    with pa.ipc.open_stream(data) as reader:
        return reader.read_all()


def joined(tables: Sequence[pa.Table]) -> pa.Table:
    """Several tables of rows on their way as one, with all their rule sets; RulesClash if these disagree."""
    if not tables:
        return LOOSE.empty_table()
    rule_sets: RuleSets = {}
    for table in tables:
        join_rules(rule_sets, rules_of(table))
    bare = [table.replace_schema_metadata(None) for table in tables]
    return pa.concat_tables(bare).replace_schema_metadata({RULES: canonical_json(rule_sets)})


def rules_of(loose: pa.Table) -> RuleSets:
    """The rule sets that go with a table of rows on their way."""
    rule_sets: RuleSets = json.loads((loose.schema.metadata or {}).get(RULES.encode(), b"{}"))
    return rule_sets


def rules_used(loose: pa.Table) -> RuleSets:
    """Those of the rule sets that some row of the table was solved under."""
    used = set(loose.column("rules").unique().to_pylist())
    return {name: options for name, options in rules_of(loose).items() if name in used}


def finished(loose: pa.Table, first: int, count: int, schema: pa.Schema = SCHEMA) -> pa.Table:
    """The `count` rows from `first` on in order, under `schema`; ValueError unless just these are in `loose`.

    A row may be there twice. The same rows give the same table, however they came together.
    """
    numbers, places = np.unique(loose.column(ROW).to_numpy(), return_index=True)
    if not np.array_equal(numbers, np.arange(first, first + count, dtype=np.uint64)):
        raise ValueError(f"expected {count} rows from {first} on, found {len(numbers)} others")
    table = loose.take(places).combine_chunks()
    columns = []
    for field in schema:
        column = table.column(field.name)
        columns.append(column.dictionary_encode().cast(field.type) if field.type == WORD else column)
    return pa.Table.from_arrays(columns, schema=schema)


def file_metadata(rule_sets: Mapping[str, Options], settings: Settings) -> dict[str, str]:
    """What a file says about itself; no clock time, no machine, nothing that cannot change a row."""
    return {
        "seep.schema_version": str(SCHEMA_VERSION),
        "seep.version": release(),
        RULES: canonical_json(rule_sets),
        "seep.settings": canonical_json(settings.values()),
        "seep.seed": str(settings.seed),
    }


def write(
    path: Path, tables: Iterable[pa.Table], metadata: Mapping[str, str], schema: pa.Schema = SCHEMA
) -> None:
    """Write `tables` to the Parquet file `path` atomically, each as a row group (more if it is long)."""
    schema = schema.with_metadata(dict(metadata))
    with atomically(path) as stream, pq.ParquetWriter(stream, schema, compression="zstd") as writer:
        for table in tables:
            writer.write_table(table.replace_schema_metadata(schema.metadata), row_group_size=ROWS_A_GROUP)
