/** Runs a server in a child process, for tests that kill it. The parent process sets and advances its clock. */
import { advanceInSteps, ManualClock, whileTimeCreeps } from '@vigia/testkit';
import { startTestApp } from './testing.ts';

/** A command from the parent process. */
export type Order = { readonly advanceMs: number };
/** A report of the child process. It sends one when it serves requests, and one per command. */
export type Report = { readonly url: string; readonly nowMs: number };

const STEP_MS = 50;

const [startMs, dataFolder, port] = [Number(process.argv[2]), process.argv[3] ?? '', process.argv[4] ?? '0'];
const clock = new ManualClock(startMs);
const environment = { PORT: port };
const app = await whileTimeCreeps(clock, startTestApp({ clock, dataFolder, environment }));
const report = () => process.send?.({ url: app.url, nowMs: clock.now() } satisfies Report);
process.on('message', ({ advanceMs }: Order) => void advanceInSteps(clock, advanceMs, STEP_MS).then(report));
report();
