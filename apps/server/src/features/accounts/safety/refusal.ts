import type { ErrorCode } from '@vigia/contract';

/** Why the account does not allow something. The values fill the sentence of the code. */
export type AccountRefusal = { readonly code: ErrorCode; readonly values: Readonly<Record<string, string | number>> };

/** The end of a self-exclusion within a sentence, by the clock of the person's zone. @param untilMs Infinity = for good */
export function untilText(untilMs: number, timeZone: string): string {
  if (untilMs === Infinity) return 'para siempre';
  const date = new Intl.DateTimeFormat('es-419', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone });
  return `hasta el ${date.format(untilMs)}`;
}
