import type { ErrorCode } from '@vigia/contract';

/** Why the account does not allow something. The values fill the sentence of the code. */
export type AccountRefusal = {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, string | number>>;
};

const DATE = new Intl.DateTimeFormat('es-419', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** The end of a self-exclusion within a sentence. @param untilMs Infinity = for good */
export const untilText = (untilMs: number): string =>
  untilMs === Infinity ? 'para siempre' : `hasta el ${DATE.format(untilMs)} (UTC)`;
