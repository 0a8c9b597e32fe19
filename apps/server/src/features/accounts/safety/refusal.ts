import type { ErrorCode } from '@vigia/contract';

/**
 * The reason why an action of a user account is refused. The values fill the placeholders in the message of the error
 * code.
 */
export type AccountRefusal = { readonly code: ErrorCode; readonly values: Readonly<Record<string, string | number>> };

/**
 * Formats the end of a self-exclusion for use inside a sentence, in the user's time zone.
 * @param untilMs Infinity for a permanent exclusion
 */
export function untilText(untilMs: number, timeZone: string): string {
  if (untilMs === Infinity) return 'para siempre';
  // The words between date and time depend on the version of Node, so the sentence has its own.
  const date = new Intl.DateTimeFormat('es-419', { dateStyle: 'long', timeZone });
  const time = new Intl.DateTimeFormat('es-419', { timeStyle: 'short', hourCycle: 'h23', timeZone });
  return `hasta el ${date.format(untilMs)} a las ${time.format(untilMs)}`;
}
