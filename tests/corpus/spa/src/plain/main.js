const app = document.getElementById("app");
const make = (tag, ...children) => {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
};
const list = await (await fetch("items.json")).json();
const link = (one) => Object.assign(make("a", one.name), { href: `#${one.slug}` });
const counted = make("p", "Counted 0");
let count = 0;
const button = make("button", "Count");
button.addEventListener("click", () => { counted.textContent = `Counted ${++count}`; });
app.append(
  make("h1", "Harbours by Plain"),
  make("p", "Tides are told for ", make("b", String(list.length)), " harbours of the north."),
  make("ul", ...list.map((one) => make("li", link(one), `: ${one.words}`))),
  button, " ", counted,
);
