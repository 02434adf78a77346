"use strict";
// The game, as far as a line of play needs it. Notation is that of seep-solver: FLOOR HANDS TURN key=value...
const RANKS = "A23456789TJQK", SUITS = "CDHS";

const rank = (card) => RANKS.indexOf(card[0]) + 1;
const cardsIn = (text) => text.match(/[A2-9TJQK][CDHS]/g) || [];
const sorted = (cards) => [...cards].sort((a, b) => rank(a) - rank(b) || SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]));
const without = (cards, gone) => cards.filter((card) => !gone.includes(card));
const cemented = (house) => house.cards.reduce((sum, card) => sum + rank(card), 0) > house.value;
const side = (seat) => seat % 2;

/** The table that a line of notation tells of. */
function read(position) {
  const [floor, hands, turn, ...keys] = position.split(" ");
  const [loose, ...houses] = floor.split("[");
  return {
    loose: cardsIn(loose),
    houses: houses.map((text) => {
      const [, value, cards, owners] = text.match(/^(\d+):([^@\]]*)@?(\d*)/);
      return { value: Number(value), cards: cardsIn(cards), owners: [...owners].map(Number) };
    }),
    hands: hands.split("/").map((hand) => hand.split("+").map(cardsIn)),
    turn: Number(turn),
    bid: keys.some((key) => key.startsWith("bid=")),
    keys,
  };
}

/** What a move names: the card played, loose cards, houses, and the value of the house it makes (0: none). */
function parts(move) {
  const [made] = move.split("=").slice(1);
  const cards = cardsIn(move);
  return {
    card: cards[0],
    loose: cards.slice(1),
    houses: [...move.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1])),
    made: Number(made || 0),
    capture: move.includes("x"),
  };
}

/** The table after a move. */
function play(table, move, ownership) {
  const { card, loose, houses, made, capture } = parts(move);
  const used = table.houses.filter((house) => houses.includes(house.value));
  const next = {
    ...table,
    loose: without(table.loose, loose),
    houses: table.houses.filter((house) => !used.includes(house)),
    hands: table.hands.map((hand, i) => (i + 1 === table.turn ? [without(hand[0], [card]), ...hand.slice(1)] : hand)),
    turn: (table.turn % table.hands.length) + 1,
  };
  if (made) {
    const stood = used.find((house) => house.value === made);
    const owners = stood ? stood.owners : [];
    const joins = ownership && !owners.some((owner) => side(owner) === side(table.turn));
    next.houses.push({
      value: made,
      cards: sorted([card, ...loose, ...used.flatMap((house) => house.cards)]),
      owners: (joins ? [...owners, table.turn] : owners).sort(),
    });
    next.houses.sort((a, b) => a.value - b.value);
  } else if (!capture) {
    next.loose = sorted([...next.loose, card]);
  }
  return takenUp(next);
}

/** Cards for later join the hands: the opener's after the opening play, all when every hand is empty. */
function takenUp(table) {
  const all = table.hands.every((hand) => !hand[0].length);
  const join = (hand) => (hand.length > 1 ? [sorted([...hand[0], ...hand[1]]), ...hand.slice(2)] : hand);
  const hands = table.hands.map((hand, i) => (all || (table.bid && i === 0) ? join(hand) : hand));
  return { ...table, hands, bid: false };
}

const cardsLeft = (table) => table.hands.flat(2).length;
const floorEmpty = (table) => !table.loose.length && !table.houses.length;

/** The tables along the line of best play, the first before any move, and whether each came by a seep. */
function along(position) {
  const steps = [{ table: read(position.position), seep: false }];
  for (const move of position.pv) {
    const table = play(steps[steps.length - 1].table, move, position.ownership);
    steps.push({ table, seep: move.includes("x") && floorEmpty(table) && cardsLeft(table) > 0 });
  }
  return steps;
}

/** The floor in notation. */
function floorText(table) {
  const houses = table.houses.map(
    ({ value, cards, owners }) => `[${value}:${cards.join("")}${owners.length ? "@" + owners.join("") : ""}]`);
  return table.loose.join("") + houses.join("") || "-";
}
