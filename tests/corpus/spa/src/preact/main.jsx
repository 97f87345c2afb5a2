import { render } from "preact";
import { useEffect, useState } from "preact/hooks";

function Harbours() {
  const [list, setList] = useState(null);
  const [count, setCount] = useState(0);
  useEffect(() => {
    fetch("items.json").then((reply) => reply.json()).then(setList);
  }, []);
  if (!list) return <p>Loading…</p>;
  return (
    <main>
      <h1>Harbours by Preact</h1>
      <p>Tides are told for <b>{list.length}</b> harbours of the north.</p>
      <ul>{list.map((one) => <li key={one.slug}><a href={`#${one.slug}`}>{one.name}</a>: {one.words}</li>)}</ul>
      <button onClick={() => setCount(count + 1)}>Count</button> <p>Counted {count}</p>
    </main>
  );
}

render(<Harbours />, document.getElementById("root"));
