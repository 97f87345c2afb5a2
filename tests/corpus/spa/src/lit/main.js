import { html, LitElement } from "lit";

class HarbourList extends LitElement {
  static properties = { list: { state: true }, count: { state: true } };

  constructor() {
    super();
    this.list = null;
    this.count = 0;
  }

  async firstUpdated() {
    this.list = await (await fetch("items.json")).json();
  }

  render() {
    if (!this.list) return html`<p>Loading…</p>`;
    return html`<main>
      <h1>Harbours by Lit</h1>
      <p>Tides are told for <b>${this.list.length}</b> harbours of the north.</p>
      <ul>${this.list.map((one) => html`<li><a href="#${one.slug}">${one.name}</a>: ${one.words}</li>`)}</ul>
      <button @click=${() => this.count++}>Count</button> <p>Counted ${this.count}</p>
    </main>`;
  }
}

customElements.define("harbour-list", HarbourList);
