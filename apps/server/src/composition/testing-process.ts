/** A server of its own process for tests that kill it: time starts where it is told and moves only when it is told. */
import { ManualClock } from '@vigia/testkit';
import { startTestApp } from './testing.ts';

/** What the parent asks for. */
export type Order = { readonly advanceMs: number };
/** What the child answers: once when it serves, then after every order. */
export type Report = { readonly url: string; readonly nowMs: number };

const STEP_MS = 50;

const [startMs, dataFolder, port] = [Number(process.argv[2]), process.argv[3] ?? '', process.argv[4] ?? '0'];
const clock = new ManualClock(startMs);
const starting = startTestApp({ clock, dataFolder, environment: { PORT: port } });
let isUp = false;
void starting.then(() => (isUp = true));
while (!isUp) await step(1);
const app = await starting;
const report = () => process.send?.({ url: app.url, nowMs: clock.now() } satisfies Report);
process.on('message', (order: Order) => void advance(order.advanceMs).then(report));
report();

async function advance(ms: number): Promise<void> {
  for (let done = 0; done < ms; done += STEP_MS) await step(Math.min(STEP_MS, ms - done));
}

/** Real work (database, sockets) happens between the steps. */
async function step(ms: number): Promise<void> {
  clock.advance(ms);
  await new Promise(setImmediate);
}
