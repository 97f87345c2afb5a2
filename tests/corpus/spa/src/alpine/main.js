import Alpine from "alpinejs";

Alpine.data("harbours", () => ({
  list: [],
  count: 0,
  async init() {
    this.list = await (await fetch("items.json")).json();
  },
}));
Alpine.start();
