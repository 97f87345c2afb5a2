/* Knows whether the page waits for a timer that it set itself and that ends soon, or for more of a stream; runs before
the page's own scripts.

The script that reads asks by an event of a name that no page knows, and is answered by another where one is waited for:
"longer" where only a timer of more than SHORT is, which is no part of the load where there is text, "late" where only
one of more than LONGEST is, "again" where only an interval is, or a timer that is set by the end of another again and
again (a clock, a carousel, who asks whether it is done), which may never be over.
What is over at once brings its change by itself, and what takes more than LATEST is no part of the load. A timer counts for AFTER milliseconds more, as what
it sets off (promises, frames of an animation) shows later. Of a stream (WebSocket, EventSource) more is waited for until
it is silent for SILENCE, in its first STREAMED milliseconds: lightpanda tells nothing of what comes over one. */
(() => {
  const { apply, construct } = Reflect, [Event_, Set_] = [Event, Set], { add, delete: remove } = Set.prototype;
  const { size } = Object.getOwnPropertyDescriptors(Set.prototype), { addEventListener, dispatchEvent } = EventTarget.prototype;
  const [SHORTEST, SHORT, LONGEST, LATEST, AFTER] = [30, 1200, 2000, QUESTION_LATEST, 60];  // milliseconds
  const CHAIN = 3;  // timers after each other
  const [SILENCE, STREAMED] = [700, 2500], now = performance.now.bind(performance), { max } = Math;
  const [waiting, longer, late, again, open] = [new Set_(), new Set_(), new Set_(), new Set_(), new Set_()];
  const page = document;
  const count = (set) => apply(size.get, set, []);
  let [depth, begun, heard] = [0, 0, 0];
  globalThis.setTimeout = new Proxy(setTimeout, {
    apply: (native, self, given) => {
      const [work, delay, ...more] = given, own = depth + 1;
      if (typeof work !== "function" || !(delay >= SHORTEST && delay <= max(LONGEST, LATEST))) {
        return apply(native, self, given);
      }
      const set = own > CHAIN ? again : delay > LONGEST ? late : delay > SHORT ? longer : waiting;
      const over = function (...words) {
        apply(native, globalThis, [() => apply(remove, set, [number]), AFTER]);
        depth = own;
        try { return apply(work, this, words); } finally { depth = 0; }
      };
      const number = apply(native, self, [over, delay, ...more]);
      apply(add, set, [number]);
      return number;
    },
  });
  globalThis.setInterval = new Proxy(setInterval, {
    apply: (native, self, given) => {
      const number = apply(native, self, given);
      if (given[1] >= SHORTEST && given[1] <= LATEST) apply(add, again, [number]);
      return number;
    },
  });
  for (const name of ["clearTimeout", "clearInterval"]) {  // each takes the numbers of both
    globalThis[name] = new Proxy(globalThis[name], {
      apply: (native, self, given) => {
        apply(remove, waiting, [given[0]]);
        apply(remove, longer, [given[0]]);
        apply(remove, late, [given[0]]);
        apply(remove, again, [given[0]]);
        return apply(native, self, given);
      },
    });
  }
  for (const name of ["WebSocket", "EventSource"]) {
    if (!globalThis[name]) continue;
    globalThis[name] = new Proxy(globalThis[name], {
      construct: (native, given, target) => {
        const made = construct(native, given, target), hear = () => { heard = now(); };
        const end = () => { if (made.readyState > 1) apply(remove, open, [made]); };
        for (const kind of ["open", "message"]) apply(addEventListener, made, [kind, hear]);
        for (const kind of ["close", "error"]) apply(addEventListener, made, [kind, end]);
        heard = now();
        if (!count(open)) begun = heard;
        apply(add, open, [made]);
        return made;
      },
    });
  }
  apply(addEventListener, globalThis, ["QUESTION streams", () => {
    if (count(open)) apply(dispatchEvent, page, [new Event_("QUESTION listens")]);
  }, true]);
  apply(addEventListener, globalThis, ["QUESTION timers", () => {
    const streams = count(open) && now() - heard < SILENCE && now() - begun < STREAMED;
    const name = count(waiting) || streams ? "" : count(longer) ? " longer" : count(late) ? " late" : " again";
    if (name !== " again" || count(again)) apply(dispatchEvent, page, [new Event_("QUESTION waits" + name)]);
  }, true]);
})();
