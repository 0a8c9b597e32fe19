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
  const date = new Intl.DateTimeFormat('es-419', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone });
  return `hasta el ${date.format(untilMs)}`;
}
