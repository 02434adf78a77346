// The list of positions: filter, sort, choose.
const POSITIONS = JSON.parse(document.getElementById("data").textContent);
const SHOWN_AT_ONCE = 200;

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
