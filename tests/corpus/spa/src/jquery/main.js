import $ from "jquery";

$.getJSON("items.json", (list) => {
  let count = 0;
  const main = $("<main>").append("<h1>Harbours by jQuery</h1>");
  main.append($("<p>").append("Tides are told for ", $("<b>").text(list.length), " harbours of the north."));
  const names = $("<ul>").appendTo(main);
  for (const one of list) {
    names.append($("<li>").append($("<a>", { href: `#${one.slug}` }).text(one.name), `: ${one.words}`));
  }
  const counted = $("<p>").text("Counted 0");
  main.append($("<button>").text("Count").on("click", () => counted.text(`Counted ${++count}`)), " ", counted);
  $("#app").append(main);
});
