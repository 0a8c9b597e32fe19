import type { LogFn, Logger } from 'pino';
import { isTransientFault } from '../persistence/connection-fault.ts';
import { errorCode, errorText } from '../startup-error.ts';
import { RepeatCounter } from './repeat-counter.ts';

const SUMMARY_INTERVAL_MS = 60_000;
/** Number of the level `warn` in pino. */
const WARN = 40;

type Line = {
  readonly log: Logger;
  readonly level: number;
  readonly message: string;
  readonly error: unknown;
  /** Time of the error, epoch ms. */
  readonly atMs: number;
};

/** Calls a task once after a delay. */
export type RunLater = (delayMs: number, task: () => void) => void;

/** Starts a timer that does not keep the process alive. */
export const runLaterUnref: RunLater = (delayMs, task) => void setTimeout(task, delayMs).unref();

/**
 * Keeps the log short while the database is unavailable. A line with such an error is written once with its stack, and
 * then summarised at most once a minute per message. A summary contains the time of the latest error, because it may be
 * written after the outage. Other lines are written unchanged.
 * @param now returns the wall clock, epoch ms
 * @returns the hook `logMethod` of pino
 */
export function summariseOutages(later: RunLater, now: () => number) {
  const repeats = new RepeatCounter<Line>();
  let isTimed = false;
  const summarise = (): void => {
    isTimed = false;
    for (const { count, latest } of repeats.takeSummaries()) write(latest, count);
    schedule();
  };
  const schedule = (): void => {
    if (isTimed || !repeats.isCounting) return;
    isTimed = true;
    later(SUMMARY_INTERVAL_MS, summarise);
  };
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const outage = level >= WARN ? outageOf(args) : null;
    if (outage === null) return method.apply(this, args);
    const isFirst = repeats.isFirst(`${level} ${outage.message}`, { log: this, level, atMs: now(), ...outage });
    schedule();
    if (isFirst) method.apply(this, args);
  };
}

function outageOf([fields, message]: readonly unknown[]): Pick<Line, 'message' | 'error'> | null {
  if (typeof fields !== 'object' || fields === null || !('err' in fields) || !isTransientFault(fields.err)) return null;
  return { message: typeof message === 'string' ? message : '', error: fields.err };
}

function write({ log, level, message, error, atMs }: Line, repeated: number): void {
  const name = level === WARN ? 'warn' : 'error';
  log[name](
    { repeated, latestAt: new Date(atMs).toISOString(), err: { code: errorCode(error), reason: errorText(error) } },
    message,
  );
}
