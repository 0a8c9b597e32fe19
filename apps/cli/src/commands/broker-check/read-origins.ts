import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { BROKER_CHECK_MESSAGES } from './messages.es.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Parses the origins of a simulated broker. Refuses an address on another machine, because that machine would receive
 * the user's credentials.
 */
export function readOrigins(text: string | undefined): Result<Readonly<Record<string, string>>, CommandFailure> {
  if (text === undefined) return ok({});
  const origins = entriesOf(text);
  const isLocal = origins?.every(([, url]) => URL.canParse(url) && LOOPBACK.has(new URL(url).hostname));
  return origins && isLocal
    ? ok(Object.fromEntries(origins))
    : err(wrongInputFailure(BROKER_CHECK_MESSAGES.badOrigins));
}

function entriesOf(text: string): readonly (readonly [string, string])[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const entries = Object.entries(value);
    return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string') ? entries : null;
  } catch {
    return null;
  }
}
