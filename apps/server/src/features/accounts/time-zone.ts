/**
 * Returns the canonical IANA name of a time zone; null for any other value. Offsets such as `+05:00` are refused,
 * although Intl accepts them, because PostgreSQL reads their sign with the opposite meaning.
 */
export function ianaTimeZone(name: unknown): string | null {
  if (typeof name !== 'string' || !/^[A-Za-z]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
