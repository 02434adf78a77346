"""What a contest has come to, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from seep_solver.paired import Estimate
    from seep_solver.standings import AgentResult, Outcome, Standings

PLACES = 4  # decimal places of numbers for programs


def listed() -> str:
    """The agents that can be named, with their parameters as they are by default."""
    from seep_solver.agents import AGENTS, MIXED, MIXED_SUMMARY

    width = max(map(len, [*AGENTS, MIXED]))
    lines = []
    for kind in AGENTS.values():
        lines.append(f"{kind.name:<{width}}  {kind.summary}")
        given = [f"{each.name}={each.default}" for each in kind.parameters]
        told = [f"{each.meaning}: {each.allowed}" if each.words else each.meaning for each in kind.parameters]
        room = max(map(len, given), default=0)
        lines += [f"{'':<{width}}    {what:<{room}}  {why}" for what, why in zip(given, told, strict=True)]
    return "\n".join([*lines, f"{MIXED:<{width}}  {MIXED_SUMMARY}"])


def listed_json() -> dict[str, Any]:
    """The same for programs."""
    from seep_solver.agents import AGENTS, MIXED, MIXED_SUMMARY

    told: list[dict[str, Any]] = []
    for kind in AGENTS.values():
        parameters = {each.name: each.default for each in kind.parameters}
        told.append({"agent": kind.name, "summary": kind.summary, "parameters": parameters})
    return {"agents": [*told, {"agent": MIXED, "summary": MIXED_SUMMARY, "parameters": {}}]}


def so_far(standings: Standings) -> str:
    """The running mean of the first match, and how far the sequential test is."""
    if not standings.done:
        return ""
    words = measured(standings.points())
    if standings.sprt is not None:
        from seep_solver.sprt import BOUND

        words += f"  llr {standings.sprt.ratio:+.2f} of {BOUND:.2f}"
    return words


def measured(points: Estimate) -> str:
    """A mean and the half width of its 95 % interval."""
    return f"{points.mean:+.1f}" + ("" if points.half is None else f" +/- {points.half:.1f}")


def as_text(outcome: Outcome) -> str:
    """The result for people."""
    lines = _match(outcome) if len(outcome.matches) == 1 else _table(outcome)
    return "\n".join([*lines, "", *_agents(outcome)])


def _match(outcome: Outcome) -> list[str]:
    """One match: the difference, what it rests on, and the verdict."""
    match = outcome.matches[0]
    points = match.points
    head = f"{match.a} - {match.b}: {measured(points)} points a deal"
    if points.interval is not None:
        head += f", 95 % interval {points.interval[0]:+.1f} to {points.interval[1]:+.1f}"
    settings = _settings(outcome)
    if points.deviation is not None:
        settings += f", deviation of a pair {points.deviation:.1f}"
    return [head, settings, _verdict(outcome)]


def _verdict(outcome: Outcome) -> str:
    match, sprt = outcome.matches[0], outcome.sprt
    if sprt is None:
        told = {"a better": f"{match.a} is better", "b better": f"{match.b} is better"}
        return f"verdict: {told.get(match.verdict, match.verdict)}"
    from seep_solver.sprt import BOUND

    tested = f"H0 {sprt.s0:+g}, H1 {sprt.s1:+g} points a deal; llr {sprt.ratio:+.2f}, bounds +/-{BOUND:.2f}"
    return f"verdict: {match.verdict} ({tested})"


def _settings(outcome: Outcome) -> str:
    contest = outcome.contest
    pairs = "1 pair" if outcome.pairs == 1 else f"{outcome.pairs:,} pairs"
    pairs += " a match" if len(outcome.matches) > 1 else ""
    words = f"{contest.rules.name} rules, seed {contest.seed}, {pairs}"
    if contest.cards is not None:
        words += f", from {contest.cards} cards a hand after {contest.lead_in}"
    return words


def _table(outcome: Outcome) -> list[str]:
    """Several agents: each against each, in points a deal for the agent of the row."""
    names = outcome.contest.agents
    cells = {}
    at = 0
    for one in range(len(names)):
        for other in range(one + 1, len(names)):
            mean = outcome.matches[at].points.mean
            cells[one, other], cells[other, one] = f"{mean:+.1f}", f"{-mean:+.1f}"
            at += 1
    order = _by_rating(outcome)
    rows = [["against", *(str(at) for at in range(1, len(names) + 1))]]
    for place, one in enumerate(order, 1):
        rows.append([f"{place} {names[one]}", *(cells.get((one, other), "") for other in order)])
    return [_settings(outcome), "", *_columns(rows)]


def _by_rating(outcome: Outcome) -> list[int]:
    """The numbers of the agents, the best first."""
    numbers = range(len(outcome.agents))
    if not outcome.ratings:
        return list(numbers)
    return sorted(numbers, key=lambda at: -outcome.ratings[at].points.mean)


def _agents(outcome: Outcome) -> list[str]:
    """A line an agent."""
    timed = any(each.times for each in outcome.agents)
    rows = [["agent", *(["rating"] if outcome.ratings else []), "won", "card points", "seeps", "decisions"]]
    rows[0] += ["ms a move", "95 %", "worst"] if timed else []
    for at in _by_rating(outcome):
        each = outcome.agents[at]
        row = [each.agent, *([measured(outcome.ratings[at].points)] if outcome.ratings else [])]
        row += [f"{100 * each.won:.1f} %", f"{each.points:.1f}", f"{each.seeps:.2f}", f"{each.decisions:,}"]
        if each.times:
            row += [f"{1000 * value:.2f}" for value in (each.times.mean, each.times.most, each.times.worst)]
        rows.append(row)
    return _columns(rows)


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of words in columns: the first to the left, the others to the right."""
    widths = [max(len(row[at]) if at < len(row) else 0 for row in rows) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        right = [word.rjust(width) for word, width in zip(row[1:], widths[1:], strict=False)]
        lines.append(("  " + "  ".join([row[0].ljust(widths[0]), *right])).rstrip())
    return lines


def as_json(outcome: Outcome) -> dict[str, Any]:
    """The result for programs: one match flat, several in a list."""
    contest = outcome.contest
    shared = {"rules": contest.rules.name, "pairs": outcome.pairs}
    matches = [
        {"a": match.a, "b": match.b, **_points(match.points), "verdict": match.verdict} for match in outcome.matches
    ]
    rest: dict[str, Any] = {"seed": contest.seed}
    if contest.cards is not None:
        rest |= {"cards": contest.cards, "lead_in": contest.lead_in}
    agents = [_agent(outcome, at) for at in range(len(outcome.agents))]
    if len(matches) > 1:
        return {**shared, "matches": matches, **rest, "agents": agents}
    match = matches[0]
    head = {"a": match.pop("a"), "b": match.pop("b")}
    deviation = match.pop("deviation")
    if outcome.sprt is not None:
        rest |= {"sprt": [outcome.sprt.s0, outcome.sprt.s1], "llr": round(outcome.sprt.ratio, PLACES)}
    return {**head, **shared, **match, "deviation": deviation, **rest, "agents": agents}


def _points(points: Estimate) -> dict[str, Any]:
    interval = points.interval
    return {
        "mean": round(points.mean, PLACES),
        "ci95": [round(end, PLACES) for end in interval] if interval else None,
        "deviation": None if points.deviation is None else round(points.deviation, PLACES),
    }


def _agent(outcome: Outcome, at: int) -> dict[str, Any]:
    each: AgentResult = outcome.agents[at]
    told: dict[str, Any] = {"agent": each.agent}
    if outcome.ratings:
        points = _points(outcome.ratings[at].points)
        told |= {"rating": points["mean"], "ci95": points["ci95"]}
    told |= {"games": each.games, "won": round(each.won, PLACES), "points": round(each.points, PLACES)}
    told |= {"seeps": round(each.seeps, PLACES), "decisions": each.decisions}
    if each.times:
        times = {"mean": each.times.mean, "p95": each.times.most, "worst": each.times.worst}
        told["time_s"] = {name: round(value, 6) for name, value in times.items()}
    return told
