/** Runs a server in a child process, for tests that kill it. The parent process sets and advances its clock. */
import { advanceInSteps, ManualClock, withClockAtRealSpeed } from '@vigia/testkit';
import { startTestApp } from './testing.ts';

/** A command from the parent process. */
export type ChildCommand = { readonly advanceMs: number };
/** A report of the child process. It sends one when it serves requests, and one per command. */
export type ChildReport = { readonly url: string; readonly nowMs: number };

const STEP_MS = 50;

const [startMs, dataFolder, port] = [Number(process.argv[2]), process.argv[3] ?? '', process.argv[4] ?? '0'];
const clock = new ManualClock(startMs);
const environment = { PORT: port };
const app = await withClockAtRealSpeed(clock, startTestApp({ clock, dataFolder, environment }));
const report = () => process.send?.({ url: app.url, nowMs: clock.now() } satisfies ChildReport);
process.on('message', ({ advanceMs }: ChildCommand) => void advanceInSteps(clock, advanceMs, STEP_MS).then(report));
report();
