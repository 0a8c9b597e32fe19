import type { Logger as PinoLogger } from 'pino';

/** Structured logging: `log.info({ tradeId }, 'trade settled')`. Secrets are blanked by name, wherever they stand. */
export type Logger = PinoLogger;
