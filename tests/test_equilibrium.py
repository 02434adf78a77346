"""Equilibria of small hidden games: against values known from books and by hand, and of one method against another."""

from __future__ import annotations

import random
from itertools import permutations, product

import numpy as np
import pytest
from choosers import CHOOSERS, chances, open_positions, over_draws
from equilibrium_cfr import exploitable, learn
from equilibrium_regret import Judge
from equilibrium_seep import by_kinds, deals, ending, label, pool_of
from equilibrium_team import Side, joint_plans, matrix_game
from equilibrium_tree import Array, Game, told
from equilibrium_two import guaranteed, solve, two_players
from referee_cards import DECK, minus
from referee_hidden import nobody_sees, plain_game
from referee_state import floor_cards
from referee_text import parse
from referee_worlds import Hidden, count, hidden_of, worlds
from tiny_endings import tiny_ending

from seep_solver import Card, Position

NEAR = 1e-6


def kuhn() -> Game:
    """Kuhn's poker with three cards, worth -1/18 to the first player (H. W. Kuhn, 1950)."""
    game = Game.empty((1, -1))
    first, second = game.decisions
    for one, two in permutations(range(3), 2):
        won = 1 if one > two else -1
        check, bet = first.spot((one, ""), 0, ("check", "bet")).sequences
        checked = second.spot((two, "check"), 0, ("check", "bet"))
        raised = first.spot((one, "check bet"), check, ("fold", "call"))
        dared = second.spot((two, "bet"), 0, ("fold", "call"))
        for sequences, pays in (
            ((check, checked.first), won),
            ((raised.first, checked.first + 1), -1),
            ((raised.first + 1, checked.first + 1), 2 * won),
            ((bet, dared.first), 1),
            ((bet, dared.first + 1), 2 * won),
        ):
            game.end(sequences, pays / 6)
    return game


def plans(game: Game, sign: int) -> list[Array]:
    """Every joint plan of a side by plain enumeration, as what it reaches of the ends."""
    side = Side.of(game, sign)
    each = []
    for decisions in side.decisions:
        found = []
        for picks in product(*(range(len(spot.moves)) for spot in decisions.spots)):
            weights = np.zeros(decisions.sequences)
            weights[0] = 1
            for spot, pick in zip(decisions.spots, picks, strict=True):
                weights[spot.first + pick] = weights[spot.parent]
            found.append(weights)
        each.append(found)
    return list(np.unique([side.reached(joint) for joint in product(*each)], axis=0))


def by_enumeration(game: Game) -> float:
    """The value of the matrix game between all plans of one side and all of the other."""
    worth = np.array(list(game.ends.values()))
    return matrix_game((np.array(plans(game, 1)) * worth) @ np.array(plans(game, -1)).T)[0]


def shown(floor: str, hands: str, turn: int, pool: str, rest: str = "") -> Position:
    """A hidden position in which the cards of the pool, and no others, are in hands and stages."""
    cards = tuple(pool[at:at + 2] for at in range(0, len(pool), 2))
    table = floor_cards(parse(f"{floor} {'/'.join('-' for _ in hands.split('/'))} 1 {rest}"))
    return Position.parse(f"{floor} {hands} {turn} {rest} gone={''.join(minus(DECK, (*cards, *table)))}")


def endings(seed: int, number: int, preset: str = "classic-2p", sizes: tuple[int, int] = (2, 1)) -> list[Position]:
    rng = random.Random(seed)
    return [tiny_ending(rng, preset, *sizes, loose_most=4) for _ in range(number)]


# The methods on a game that is known


def test_kuhn_poker() -> None:
    game = two_players(kuhn())
    found = solve(game)
    assert found.value == pytest.approx(-1 / 18)
    assert guaranteed(game, found.row) == pytest.approx(-1 / 18)
    assert exploitable(game, found.row, found.column) == pytest.approx(0, abs=NEAR)
    assert by_enumeration(kuhn()) == pytest.approx(-1 / 18)
    assert joint_plans(kuhn()).value == pytest.approx(-1 / 18)
    learnt = learn(game, 2000)
    assert learnt.value == pytest.approx(-1 / 18, abs=1e-3)
    assert exploitable(game, learnt.row, learnt.column) < 1e-3


def test_kuhn_poker_when_a_spot_is_told() -> None:
    """Always betting the middle card is known to lose; what an equilibrium does there loses nothing."""
    game = kuhn()
    middle = game.decisions[0].places[1, ""]
    bets = solve(two_players(told(game, 1, {middle: {"bet": 1.0}}))).value
    checks = solve(two_players(told(game, 1, {middle: {"check": 1.0}}))).value
    assert bets < -1 / 18 - 0.01
    assert checks == pytest.approx(-1 / 18)
    found = solve(two_players(game)).row
    same = {}
    for card in range(3):
        at = game.decisions[0].places[card, ""]
        spot = game.decisions[0].spots[at]
        same[at] = {move: max(0.0, found[spot.first + n]) for n, move in enumerate(spot.moves)}
    assert solve(two_players(told(game, 1, same))).value == pytest.approx(-1 / 18)


def test_looking_alike_must_be_alike() -> None:
    game = kuhn()
    with pytest.raises(ValueError, match="look alike"):
        game.decisions[0].spot((0, ""), 0, ("check",))


def test_partners_who_cannot_signal() -> None:
    """Seats 1 and 3 win if both name one side of a coin and seat 2 guesses the other: with a joint lot in half of
    the games, with a lot each in a quarter."""
    game = Game.empty((1, -1, 1, -1))
    one, two, three, _ = game.decisions
    first = one.spot("1", 0, ("h", "t"))
    guess = two.spot("2", 0, ("h", "t"))
    second = three.spot("3", 0, ("h", "t"))
    for a, b, c in product(range(2), repeat=3):
        game.end((first.first + a, guess.first + b, second.first + c, 0), float(a == c != b))
    assert joint_plans(game).value == pytest.approx(0.5)
    assert by_enumeration(game) == pytest.approx(0.5)
    apart = [np.array([1, 0.5, 0.5])] * 3
    assert game.pays([apart[0], apart[1], apart[2], np.ones(1)]) == pytest.approx(0.25)


# Endings


def test_an_ending_worked_by_hand() -> None:
    """Nines and kings worth nothing: only seeps count.

    Seat 1 holds 9 K; of 9 9 K one is in the hand of seat 2, one in either stage; nobody else has a choice.
    Throw the king. Seat 2 holds the king: it seeps, seat 1 lays its nine, seat 2 takes it up and seeps with a nine
    (-100). The king is in seat 2's stage: 9 laid, taken by the 9, and the king left is a seep (-50). It is in seat 1's:
    nothing (0). Throw the nine: -50, -100 and -50 in these three worlds. So the nine loses 50/3.
    """
    judge = Judge(shown("-", "9CKC+x/x+x", 1, "9C9D9HKCKD", "rules=classic-2p"))
    assert judge.regrets() == {"9C": pytest.approx(50 / 3), "KC": pytest.approx(0, abs=NEAR)}
    assert judge.regret({"9C": 0.5, "KC": 0.5}) == pytest.approx(25 / 3)


def test_deals_weigh_as_the_cards_do() -> None:
    position = shown("-", "9CKC+x/x+x", 1, "9C9D9HKCKD", "rules=classic-2p")
    found = {tuple(by_kinds(hand, 100) for hand in deal.hands): deal.chance for deal in deals(position)}
    assert sum(found.values()) == pytest.approx(1)
    assert found["9CKC", "9C"] == pytest.approx(2 * 3 * 2 / 30)
    assert found["9C9C", "9C"] == pytest.approx(3 / 30)
    assert len(pool_of(position)) == 5


def test_owners_hold_keys_in_every_deal() -> None:
    position = shown("[9:4C5C@2]", "KCKD+x/x+x", 1, "9C9DKCKDKH", "rules=classic-2p")
    assert all(any(card.rank == 9 for card in deal.hands[1]) for deal in deals(position))


@pytest.mark.parametrize("sizes", [(1, 1), (2, 1)])
def test_the_plain_twin_has_the_same_value(sizes: tuple[int, int]) -> None:
    for position in endings(7, 2, sizes=sizes):
        quick = solve(two_players(ending(position).game)).value
        plain = solve(two_players(plain_game(parse(str(position))))).value
        assert quick == pytest.approx(plain, abs=NEAR), str(position)


def test_the_plain_twin_of_four_players() -> None:
    position = shown("4C", "9CKD/x/x/x", 1, "9C9DKCKD2C")
    assert joint_plans(ending(position).game).value == pytest.approx(
        joint_plans(plain_game(parse(str(position)))).value, abs=NEAR
    )


def test_cfr_and_joint_plans_agree_with_the_program() -> None:
    for position in endings(3, 2, sizes=(2, 2)):
        game = ending(position).game
        found, learnt = solve(two_players(game)), learn(two_players(game), 400)
        assert exploitable(two_players(game), learnt.row, learnt.column) < 0.02, str(position)
        assert learnt.value == pytest.approx(found.value, abs=0.02), str(position)
        assert exploitable(two_players(game), found.row, found.column) == pytest.approx(0, abs=1e-5)
    assert joint_plans(game).value == pytest.approx(found.value, abs=1e-5)


@pytest.mark.parametrize("hands", ["9CKD+x/x+x", "KCKD+x/x+x"])
def test_the_smallest_endings_by_enumeration(hands: str) -> None:
    game = ending(shown("4C", hands, 1, "9C9DKCKD2C", "rules=classic-2p")).game
    assert by_enumeration(game) == pytest.approx(solve(two_players(game)).value, abs=NEAR)


def test_four_players_by_enumeration() -> None:
    game = ending(shown("4C", "9CKD/x/x/x", 1, "9C9DKCKD2C")).game
    assert by_enumeration(game) == pytest.approx(joint_plans(game).value, abs=NEAR)


def test_what_was_won_before_must_be_said_where_it_matters() -> None:
    position = shown("-", "9CKC+x/x+x", 1, "9C9D9HKCKD", "rules=open-house-2p")
    with pytest.raises(ValueError, match="won before"):
        ending(position)


# Regrets


def test_all_worlds_are_as_many_as_the_deals_with_the_hand() -> None:
    for position in endings(41, 3):
        found = ending(position)
        bare = hidden_of(nobody_sees(parse(str(position))))
        alike = sum(
            by_kinds(tuple(map(Card, cards)), 100) == found.hand
            for cards in (world[_place(bare, position.turn)] for world in worlds(bare))
        )
        assert alike / count(bare) == pytest.approx(found.hands[found.hand])
        assert len(set(map(str, open_positions(position)))) == count(hidden_of(parse(str(position))))


def _place(hidden: Hidden, seat: int) -> int:
    return next(at for at, zone in enumerate(hidden.zones) if (zone.seat, zone.stage) == (seat, 0))


def test_simple_methods_on_the_ending_worked_by_hand() -> None:
    position = shown("-", "9CKC+x/x+x", 1, "9C9D9HKCKD", "rules=classic-2p")
    assert chances(CHOOSERS["all worlds"](position)) == {"KC": 1.0}
    assert chances(CHOOSERS["random"](position)) == chances(CHOOSERS["greedy"](position)) == {"9C": 0.5, "KC": 0.5}
    assert chances(CHOOSERS["greedy"](shown("4C", "4D9C+x/x+x", 1, "4D9C9D9HKC", "rules=classic-2p"))) == {"4Dx4C": 1.0}


def test_regrets_are_never_negative() -> None:
    for position in [*endings(11, 4), *endings(12, 1, sizes=(2, 2)), *_four(2)]:
        judge = Judge(position)
        regrets = judge.regrets()
        assert min(regrets.values()) > -1e-4, str(position)
        for chooser in CHOOSERS.values():
            choice = {label(move, 100): chance for move, chance in chances(chooser(position)).items()}
            mean = sum(chance * regrets[move] for move, chance in choice.items())
            assert -1e-4 < judge.regret(choice) < mean + 1e-4, str(position)


def _four(number: int) -> list[Position]:
    rng = random.Random(1)
    found = (tiny_ending(rng, "classic", 2, loose_most=4) for _ in range(1000))
    return [position for position in found if position.cards_left <= 5][:number]


def test_what_an_equilibrium_plays_has_no_regret() -> None:
    for position in endings(21, 4):
        judge = Judge(position)
        decisions = judge.ending.game.decisions[position.turn - 1]
        weights = solve(two_players(judge.ending.game)).row
        rule = {}
        for hand in judge.ending.hands:
            spot = decisions.spots[judge.ending.spot(hand)]
            played = np.maximum(weights[list(spot.sequences)], 0)
            rule[hand] = dict(zip(spot.moves, played / played.sum(), strict=True))
        assert judge.rule_regret(rule) == pytest.approx(0, abs=1e-5)
        assert judge.regret(rule[judge.ending.hand]) == pytest.approx(0, abs=1e-3)


def test_a_hand_as_the_seat_would_see_it() -> None:
    for position in endings(31, 3):
        found = ending(position)
        assert sum(found.hands.values()) == pytest.approx(1)
        for hand in found.hands:
            seen = found.seen_with(hand)
            assert not seen.faults()
            names = sorted(label(move, 100) for move in seen.moves())
            assert tuple(names) == found.moves(hand)


def test_lots_of_a_method_are_counted() -> None:
    position = endings(1, 1)[0]
    moves = [str(move) for move in position.moves()]
    assert over_draws(lambda _, stream: moves[stream % 4 == 0], 8)(position) == {moves[0]: 0.75, moves[1]: 0.25}
