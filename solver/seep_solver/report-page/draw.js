// Drawing a position. Text goes in as text, never as markup.
const SYMBOLS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const SEATS = { 4: ["near", "right", "far", "left"], 2: ["near", "far"] };
const byId = (id) => document.getElementById(id);

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
