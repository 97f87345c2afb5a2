import "@angular/compiler";
import { Component, provideZonelessChangeDetection, signal } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";

class Harbours {
  list = signal(null);
  count = signal(0);

  async ngOnInit() {
    this.list.set(await (await fetch("items.json")).json());
  }
}

const component = Component({
  selector: "app-root",
  template: `@if (list(); as harbours) {
    <main>
      <h1>Harbours by Angular</h1>
      <p>Tides are told for <b>{{ harbours.length }}</b> harbours of the north.</p>
      <ul>@for (one of harbours; track one.slug) {<li><a href="#{{ one.slug }}">{{ one.name }}</a>: {{ one.words }}</li>}</ul>
      <button (click)="count.set(count() + 1)">Count</button> <p>Counted {{ count() }}</p>
    </main>
  } @else { <p>Loading…</p> }`,
})(Harbours) || Harbours;

bootstrapApplication(component, { providers: [provideZonelessChangeDetection()] });
