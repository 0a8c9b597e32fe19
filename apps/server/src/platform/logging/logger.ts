import { type DestinationStream, destination, type Logger as PinoLogger, pino } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { currentTraceStep } from '../tracing/trace-step.ts';
import { redactLine } from './redact.ts';
import { type RunLater, runLaterUnref, summariseOutages } from './summarise-outages.ts';

/**
 * Logger of structured lines, such as `log.info({ tradeId }, 'trade settled')`. It redacts secrets by field name at any
 * depth.
 */
export type Logger = PinoLogger;

/**
 * Creates a logger. It writes one JSON object per line to stderr, because stdout is for the user at the terminal. Line
 * breaks in values are escaped. Each line names its process, and its trace if there is one. Repeated lines about an
 * unavailable database are summarised.
 */
export function createLogger(
  level: LogLevel,
  stream: DestinationStream = destination({ dest: 2, sync: true }),
  later: RunLater = runLaterUnref,
  now: () => number = Date.now,
): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      mixin: () => {
        const step = currentTraceStep();
        return step === null ? {} : { traceId: step.traceId };
      },
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactLine, logMethod: summariseOutages(later, now) },
    },
    stream,
  );
}
