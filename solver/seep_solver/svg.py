"""SVG from matplotlib made fit to stand in a page: no address of anything outside, and the colours of the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

_OUTSIDE = re.compile(r"\s+xmlns(?::\w+)?=\"[^\"]*\"")
_METADATA = re.compile(r"<metadata>.*?</metadata>\s*", re.DOTALL)
_ID = re.compile(r"(\bid=\"|href=\"#|url\(#)")
_SIZE = re.compile(r"\s(?:width|height|version)=\"[^\"]*\"")
_FONT = re.compile(r"font: ([\d.]+px) [^;\"]*")


def inline(svg: str, name: str, label: str, ink: str, palette: Sequence[str]) -> str:
    """The picture as an element of a page, told as `label`; its ids start with `name`.

    The colour `ink` becomes that of the text around, the colours of `palette` the variables --c0, --c1 and so on.
    """
    body = _METADATA.sub("", svg[svg.index("<svg") :])
    head, end, rest = body.partition(">")
    head = _SIZE.sub("", _OUTSIDE.sub("", head)) + f' role="img" aria-label="{escape(label)}"'
    body = _ID.sub(rf"\g<1>{name}-", head + end + rest)
    body = _FONT.sub(r"font-size: \1", body).replace(ink, "currentColor")
    for number, colour in enumerate(palette):
        body = body.replace(colour, f"var(--c{number})")
    return body
