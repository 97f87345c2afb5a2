import { createResource, createSignal, For, Show } from "solid-js";
import { render } from "solid-js/web";

function Harbours() {
  const [list] = createResource(() => fetch("items.json").then((reply) => reply.json()));
  const [count, setCount] = createSignal(0);
  return (
    <Show when={list()} fallback={<p>Loading…</p>}>
      <main>
        <h1>Harbours by Solid</h1>
        <p>Tides are told for <b>{list().length}</b> harbours of the north.</p>
        <ul><For each={list()}>{(one) => <li><a href={`#${one.slug}`}>{one.name}</a>: {one.words}</li>}</For></ul>
        <button onClick={() => setCount(count() + 1)}>Count</button> <p>Counted {count()}</p>
      </main>
    </Show>
  );
}

render(() => <Harbours />, document.getElementById("root"));
