/** A server of its own process for tests that kill it: time starts where it is told and moves only when it is told. */
import { advanceInSteps, ManualClock, whileTimeCreeps } from '@vigia/testkit';
import { startTestApp } from './testing.ts';

/** What the parent asks for. */
export type Order = { readonly advanceMs: number };
/** What the child answers: once when it serves, then after every order. */
export type Report = { readonly url: string; readonly nowMs: number };

const STEP_MS = 50;

const [startMs, dataFolder, port] = [Number(process.argv[2]), process.argv[3] ?? '', process.argv[4] ?? '0'];
const clock = new ManualClock(startMs);
const environment = { PORT: port };
const app = await whileTimeCreeps(clock, startTestApp({ clock, dataFolder, environment }));
const report = () => process.send?.({ url: app.url, nowMs: clock.now() } satisfies Report);
process.on('message', ({ advanceMs }: Order) => void advanceInSteps(clock, advanceMs, STEP_MS).then(report));
report();
