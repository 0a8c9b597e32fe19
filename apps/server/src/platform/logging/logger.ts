import { type DestinationStream, destination, type Logger as PinoLogger, pino } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { currentStep } from '../tracing/trace-step.ts';
import { redactLine } from './redact.ts';

/** Structured logging: `log.info({ tradeId }, 'trade settled')`. Secrets are blanked by name, wherever they stand. */
export type Logger = PinoLogger;

/**
 * One JSON object a line (line breaks inside values are escaped), on stderr: stdout is for the person who started it. Each
 * says which process wrote it, and of which trace, where there is one.
 */
export function createLogger(
  level: LogLevel,
  stream: DestinationStream = destination({ dest: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      mixin: () => {
        const step = currentStep();
        return step === null ? {} : { traceId: step.traceId };
      },
      timestamp: () => `,"time":"${new Date(Date.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactLine },
    },
    stream,
  );
}
