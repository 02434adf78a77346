"use strict";
// The browser of positions. Notation is that of seep-solver: FLOOR HANDS TURN key=value...
const POSITIONS = JSON.parse(document.getElementById("data").textContent);
const RANKS = "A23456789TJQK", SUITS = "CDHS";
const SYMBOLS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const SEATS = { 4: ["near", "right", "far", "left"], 2: ["near", "far"] };
const SHOWN_AT_ONCE = 200;
const byId = (id) => document.getElementById(id);

/* The game, as far as a line of play needs it. */

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

/* Drawing. Text goes in as text, never as markup. */

function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const signed = (points) => (points > 0 ? "+" : points < 0 ? "−" : "") + Math.abs(points);
const isRed = (suit) => suit === "D" || suit === "H";

/** Notation with suits as symbols, red ones red. */
function symbols(text) {
  const pieces = text.split(/([A2-9TJQK][CDHS])/).filter(Boolean).map((piece) => {
    if (!/^[A2-9TJQK][CDHS]$/.test(piece)) return piece;
    return element("span", isRed(piece[1]) ? { class: "red" } : {}, piece[0] + SYMBOLS[piece[1]]);
  });
  return element("span", {}, ...pieces);
}

function drawCard(card, marked) {
  const classes = ["card", isRed(card[1]) ? "red" : "", marked.includes(card) ? "marked" : ""].join(" ");
  return element("span", { class: classes, title: `${card[0]} of ${SUIT_NAMES[card[1]]}` }, card[0] + SYMBOLS[card[1]]);
}

function drawHouse(house, marked) {
  const firm = cemented(house);
  const owners = house.owners.length ? `seat${house.owners.length > 1 ? "s" : ""} ${house.owners.join(" ")}` : "";
  const words = [firm ? "cemented" : "", owners].filter(Boolean).join(", ");
  const named = marked.includes(house.value) ? "marked" : "";
  return element("div", { class: `house ${firm ? "cemented" : ""} ${named}` },
    element("div", { class: "label" }, element("b", {}, String(house.value)), words ? ` ${words}` : ""),
    element("div", { class: "loose" }, ...house.cards.map((card) => drawCard(card, marked))));
}

function drawSeat(table, number, marked) {
  const [now, ...later] = table.hands[number - 1];
  const turn = number === table.turn && cardsLeft(table) > 0;
  const cards = now.length ? now.map((card) => drawCard(card, marked)) : ["no cards"];
  return element("div", { class: `seat ${SEATS[table.hands.length][number - 1]} ${turn ? "turn" : ""}` },
    element("b", {}, `seat ${number}${turn ? " to play" : ""}`),
    element("div", { class: "hand" }, ...cards),
    ...later.filter((stage) => stage.length).map((stage) => element("div", {}, `${stage.length} cards later`)));
}

function drawTable(table, marked = []) {
  const floor = [];
  if (table.loose.length) {
    floor.push(element("div", { class: "loose" }, ...table.loose.map((card) => drawCard(card, marked))));
  }
  floor.push(...table.houses.map((house) => drawHouse(house, marked)));
  return element("div", { class: "table" },
    ...table.hands.map((_, i) => drawSeat(table, i + 1, marked)),
    element("div", { class: "floor", "aria-label": "floor" }, ...(floor.length ? floor : ["the floor is empty"])));
}

/** What a move touches: cards, and houses by their value. */
function touched(move) {
  const { card, loose, houses } = parts(move);
  return [card, ...loose, ...houses];
}

function drawMoves(position, show) {
  const most = Math.max(1, position.gain - Math.min(...position.moves.map(([, , gain]) => gain)));
  const rows = position.moves.map(([move, kind, gain]) => {
    const best = gain === position.gain;
    const button = element("button", { type: "button" }, symbols(move));
    for (const event of ["mouseenter", "focus", "click"]) button.addEventListener(event, () => show(move));
    const length = `width:${(100 * (position.gain - gain)) / most}%`;
    return element("tr", best ? { class: "best-move" } : {},
      element("td", { class: "word" }, button),
      element("td", { class: "word" }, kind),
      element("td", {}, signed(gain)),
      element("td", {}, best ? "best" : String(position.gain - gain)),
      element("td", {}, element("span", { class: "bar" }, element("i", { style: length }))));
  });
  const head = ["move", "kind", "gain", "loss", ""].map((title, i) =>
    element("th", { scope: "col", class: i < 2 ? "word" : "" }, title));
  return element("div", { class: "wide" },
    element("table", { class: "moves" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
}

function drawLine(position, steps, go) {
  const buttons = steps.map(({ seep }, ply) => {
    const words = ply ? [element("small", {}, String(steps[ply - 1].table.turn)), symbols(position.pv[ply - 1])] : ["start"];
    if (seep) words.push(element("span", { class: "seep" }, " seep"));
    const button = element("button", { type: "button" }, ...words);
    button.addEventListener("click", () => go(ply));
    return button;
  });
  return [element("ol", { class: "line" }, ...buttons.map((button) => element("li", {}, button))), buttons];
}

function drawDetail(position) {
  const steps = along(position);
  const place = element("div", { id: "table" });
  const put = (table, marked) => place.replaceChildren(drawTable(table, marked));
  const [line, buttons] = drawLine(position, steps, go);
  function go(ply) {
    buttons.forEach((button, i) => (i === ply ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current")));
    put(steps[ply].table, ply < position.pv.length ? touched(position.pv[ply]) : []);
  }
  const start = (move) => { go(0); put(steps[0].table, touched(move)); };
  const keys = steps[0].table.keys.filter((key) => !key.startsWith("id=") && !key.startsWith("rules="));
  byId("detail").replaceChildren(
    element("h3", {}, nameOf(position)),
    element("p", { class: "about" },
      `${position.rules} rules, seat ${steps[0].table.turn} to play, gain ${signed(position.gain)}, ${position.nodes.toLocaleString("en")} nodes`),
    place,
    element("h4", {}, "Moves"), drawMoves(position, start),
    element("h4", {}, "Line of best play"), line,
    ...(keys.length ? [element("h4", {}, "Known of what was won"), element("div", { class: "known" }, symbols(keys.join(" ")))] : []),
    element("code", { class: "text" }, position.position));
  go(0);
}

/* The list: filter, sort, choose. */

const nameOf = (position) => position.id || `position ${position.number}`;
const bestOf = (position) => position.moves.filter(([, , gain]) => gain === position.gain);
const HOUSES = {
  none: (p) => p.houses === 0, one: (p) => p.houses === 1, more: (p) => p.houses > 1,
  cemented: (p) => p.cemented > 0, own: (p) => p.own_houses > 0, other: (p) => p.other_houses > 0,
};
const SEEPS = { can: (p) => p.can_seep, must: (p) => p.must_seep, line: (p) => p.line_seep };
let found = [], chosen = -1, shown = 0;

/** What is typed, in notation: suits may be symbols, small letters do. */
function wanted() {
  const suits = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
  return byId("text").value.trim().replace(/[♣♦♥♠]/g, (suit) => suits[suit]).toLowerCase();
}

function fits(position) {
  const [hand, rules, kind, houses, seep] = ["hand", "rules", "kind", "houses", "seep"].map((id) => byId(id).value);
  return (!hand || position.hand === Number(hand)) && (!rules || position.rules === rules)
    && (!kind || bestOf(position).some((move) => move[1] === kind))
    && (!houses || HOUSES[houses](position)) && (!seep || SEEPS[seep](position));
}

function update() {
  const words = wanted().split(/\s+/).filter(Boolean);
  found = POSITIONS.filter((p) => fits(p) && words.every((word) => p.haystack.includes(word)));
  const key = byId("sort").value, order = Number(byId("order").value);
  byId("order").disabled = !key;
  if (key) found.sort((a, b) => order * ((a[key] ?? -Infinity) - (b[key] ?? -Infinity)) || a.number - b.number);
  byId("count").textContent = `${found.length.toLocaleString("en")} of ${POSITIONS.length.toLocaleString("en")} positions`;
  byId("list").replaceChildren();
  byId("list").scrollTop = 0;
  shown = 0;
  more();
  chosen = -1;
  if (found.length) choose(0);
  else byId("detail").replaceChildren(element("p", {}, "No position is like that."));
}

/** Draw the next of the list; thousands at once would be slow. */
function more() {
  const next = found.slice(shown, shown + SHOWN_AT_ONCE).map((position, i) => {
    const [best] = bestOf(position);
    const item = element("li", { role: "option", id: `item-${shown + i}`, "aria-selected": "false" },
      element("div", { class: "top" }, element("span", { class: "name" }, nameOf(position)), element("span", { class: "gain" }, signed(position.gain))),
      element("div", { class: "below" }, `${position.hand} card${position.hand > 1 ? "s" : ""} · `, best ? symbols(best[0]) : ""));
    const at = shown + i;
    item.addEventListener("click", () => choose(at));
    return item;
  });
  byId("list").append(...next);
  shown += next.length;
}

function choose(at) {
  while (at >= shown && shown < found.length) more();
  if (chosen >= 0) byId(`item-${chosen}`).setAttribute("aria-selected", "false");
  chosen = at;
  const item = byId(`item-${at}`);
  item.setAttribute("aria-selected", "true");
  byId("list").setAttribute("aria-activedescendant", item.id);
  scrollTo(item);
  drawDetail(found[at]);
}

/** Bring an item into the list's view; the page itself stays where it is. */
function scrollTo(item) {
  const list = byId("list"), top = item.offsetTop - list.offsetTop, bottom = top + item.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

function onKey(event) {
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
  if (!(event.key in steps) || !found.length) return;
  event.preventDefault();
  choose(Math.max(0, Math.min(found.length - 1, chosen + steps[event.key])));
}

function fill(id, values) {
  byId(id).append(...values.map((value) => element("option", {}, String(value))));
}

function begin() {
  POSITIONS.forEach((position, i) => {
    position.number = i + 1;
    position.haystack = [position.id, position.position, position.rules, ...position.moves.map(([move]) => move)].join(" ").toLowerCase();
  });
  fill("hand", [...new Set(POSITIONS.map((p) => p.hand))].sort((a, b) => a - b));
  fill("rules", [...new Set(POSITIONS.map((p) => p.rules))].sort());
  byId("controls").addEventListener("input", update);
  byId("controls").addEventListener("submit", (event) => event.preventDefault());
  const list = byId("list");
  list.addEventListener("keydown", onKey);
  list.addEventListener("scroll", () => { if (list.scrollTop + list.clientHeight > list.scrollHeight - 400 && shown < found.length) more(); });
  update();
}

begin();
