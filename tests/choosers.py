"""Methods of choosing a move in a hidden position, by name: what `yardstick_hidden.py` judges.

A chooser is given the position as the seat to play sees it and answers with the text of a legal move, or with the
chance of each move where it draws lots. To judge another method, add it to `CHOOSERS`; `over_draws` makes a chooser
of a method that answers with one move and takes a seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from referee_text import parse
from referee_worlds import hidden_of, worlds

from seep_solver import Card, Hand, Position, analyse
from seep_solver.agents import agent
from seep_solver.play import after
from seep_solver.view import View

Choice = str | Mapping[str, float]
Chooser = Callable[[Position], Choice]


def chances(choice: Choice) -> dict[str, float]:
    """A choice as the chance of each move."""
    return {choice: 1.0} if isinstance(choice, str) else dict(choice)


def by_lot(moves: list[str]) -> dict[str, float]:
    """Each of these moves equally often."""
    return dict.fromkeys(moves, 1 / len(moves))


def at_random(position: Position) -> Choice:
    """Any legal move."""
    return by_lot([str(move) for move in position.moves()])


def greedy(position: Position) -> Choice:
    """The move that wins the most points at once, seeps included; ties by lot."""
    gains = {str(move): -after(position, move).standing - position.standing for move in position.moves()}
    most = max(gains.values())
    return by_lot([move for move, gain in gains.items() if gain == most])


def all_worlds(position: Position) -> Choice:
    """The move with the highest mean of exact gains over every world; ties by lot.

    In each world all players see all cards, which they do not: perfect-information Monte Carlo without the sampling.
    """
    sums: dict[str, int] = {}
    for world in open_positions(position):
        for each in analyse(world, want="moves").moves:
            assert each.gain is not None
            sums[each.move] = sums.get(each.move, 0) + each.gain
    most = max(sums.values())
    return by_lot([move for move, total in sums.items() if total == most])


def open_positions(position: Position) -> Iterator[Position]:
    """The position with every deal of the unseen cards in which the owners of houses hold keys."""
    hidden = hidden_of(parse(str(position)))
    for world in worlds(hidden):
        cards = {(zone.seat, zone.stage): given for zone, given in zip(hidden.zones, world, strict=True)}

        def dealt(seat: int, stage: int, hand: Hand, cards: Mapping[tuple[int, int], frozenset[str]] = cards) -> Hand:
            return Hand((*hand.cards, *map(Card, cards[seat, stage])))

        hands = []
        for seat, hand in enumerate(position.hands, 1):
            assert hand is not None
            stages = tuple(dealt(seat, at, stage) for at, stage in enumerate(hand.stages, 1))
            hands.append(replace(dealt(seat, 0, hand), stages=stages))
        yield replace(position, hands=tuple(hands))


def over_draws(choose: Callable[[Position, int], str], draws: int = 8) -> Chooser:
    """A method that draws lots of its own from a number, as the chances of its moves over so many numbers."""

    def chooser(position: Position) -> Choice:
        moves = Counter(choose(position, stream) for stream in range(draws))
        return {move: times / draws for move, times in moves.items()}

    return chooser


def of_agent(text: str) -> Chooser:
    """An agent of the arena as a method, by its text."""
    player = agent(text)
    return over_draws(lambda position, stream: str(player.choose(View(position), stream)))


CHOOSERS: dict[str, Chooser] = {
    "random": at_random,
    "greedy": greedy,
    "all worlds": all_worlds,
    "careful": of_agent("careful"),
    "montecarlo": of_agent("montecarlo:time=0,worlds=400,exact=0"),
    "pimc": of_agent("pimc:time=0,worlds=100,exact=0"),
    "ismcts": of_agent("ismcts:time=0,worlds=400,exact=0"),
    "auto": of_agent("auto:time=0,worlds=400"),
}
