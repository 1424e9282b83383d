// Timers that a pause of the machine does not end. The wallet plugins and the React binding wait in real time for what
// a wallet or the app does next; a test does it in the next turns of the event loop, but those of a busy machine may
// come a second later.

/** A timer takes as many turns of the event loop, in which the test can go on, as it has steps. */
const STEPS = 100;

/** Shorter ones are those of libraries, which wait for nothing that a test does. */
const SHORTEST_MS = 250;

const { setTimeout: plain } = globalThis;

const patient = (run: (...input: unknown[]) => void, ms = 0, ...input: unknown[]) => {
  if (!(ms >= SHORTEST_MS)) return plain(run, ms, ...input);
  let steps = 0;
  // Ended by `clearTimeout` as well.
  const timer = setInterval(() => {
    steps += 1;
    if (steps < STEPS) return;
    clearInterval(timer);
    run(...input);
  }, ms / STEPS);
  return timer;
};

Object.assign(globalThis, { setTimeout: patient });
