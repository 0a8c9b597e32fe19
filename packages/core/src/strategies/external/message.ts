import { type EpochMs, epochMs, err, ok, type Result } from '#kernel/index.ts';
import type { Direction } from '#vocabulary/index.ts';
import { MESSAGE_FIELDS, type MessageField } from './fields.ts';
import { matchPattern, readPattern } from './pattern.ts';

export { MESSAGE_FIELDS, type MessageField } from './fields.ts';

/** How a sender writes its messages: JSON with the fields of {@link MESSAGE_FIELDS}, or text by a pattern. */
export type MessageFormat = { readonly kind: 'json' } | { readonly kind: 'pattern'; readonly pattern: string };

/** A message that was read. A field is null if the sender does not state it. */
export type ExternalMessage = {
  readonly direction: Direction;
  /** Word of the sender for the asset, such as `FX:EURUSD`. */
  readonly symbol: string | null;
  /** The sender's id of this signal. A second message with the same id is a duplicate. */
  readonly id: string | null;
  /** Time of the signal by the sender's clock. */
  readonly statedMs: EpochMs | null;
};

/**
 * Why a message cannot be read. `field`: an unknown field of a JSON object; `type`: a field that is neither text nor a
 * number; `missing`: no direction; `direction` and `time`: a word that is neither; `text`: the text lacks this part of
 * the pattern (empty: it goes on after its end); `pattern`: the pattern itself is wrong.
 */
export type MessageFault =
  | { readonly kind: 'empty' | 'json' | 'object' | 'missing' | 'pattern' }
  | { readonly kind: 'field' | 'type'; readonly field: string }
  | { readonly kind: 'direction' | 'time' | 'text'; readonly word: string };

const DIRECTIONS: Readonly<Record<Direction, readonly string[]>> = {
  CALL: ['call', 'buy', 'long', 'up', 'compra', 'comprar', 'alza', 'sube'],
  PUT: ['put', 'sell', 'short', 'down', 'venta', 'vender', 'baja'],
};

/** Longest text of a field or word in a fault, in characters. */
const WORD_MAX = 100;

/** Characters that a database cannot store or a screen cannot show. */
const UNSHOWN = /[\p{Cc}\p{Surrogate}]/gu;
const shown = (text: string): string => text.slice(0, WORD_MAX).replaceAll(UNSHOWN, '\u{fffd}');

/** Reads a message in the format of its sender. It checks neither symbol nor age. */
export function readMessage(format: MessageFormat, text: string): Result<ExternalMessage, MessageFault> {
  if (text.trim() === '') return err({ kind: 'empty' });
  const fields = format.kind === 'json' ? jsonFields(text) : patternFields(format.pattern, text);
  return fields.ok ? toMessage(fields.value) : fields;
}

type Fields = ReadonlyMap<MessageField, string>;

function patternFields(pattern: string, text: string): Result<Fields, MessageFault> {
  const parts = readPattern(pattern);
  if (!parts.ok) return err({ kind: 'pattern' });
  const fields = matchPattern(parts.value, text);
  return fields.ok ? fields : err({ kind: 'text', word: fields.error });
}

function jsonFields(text: string): Result<Fields, MessageFault> {
  const parsed = parsedJson(text);
  if (!parsed.ok) return parsed;
  const fields = new Map<MessageField, string>();
  for (const [name, value] of Object.entries(parsed.value)) {
    const field = MESSAGE_FIELDS.find((each) => each === name);
    if (field === undefined) return err({ kind: 'field', field: shown(name) });
    if (typeof value !== 'string' && typeof value !== 'number') return err({ kind: 'type', field });
    const word = String(value).trim();
    if (word.length > WORD_MAX) return err({ kind: 'type', field });
    if (word !== '') fields.set(field, word);
  }
  return ok(fields);
}

function parsedJson(text: string): Result<object, MessageFault> {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? ok(value) : err({ kind: 'object' });
  } catch {
    return err({ kind: 'json' });
  }
}

function toMessage(fields: Fields): Result<ExternalMessage, MessageFault> {
  for (const [field, word] of fields) if (shown(word) !== word) return err({ kind: 'type', field });
  const word = fields.get('direction');
  if (word === undefined) return err({ kind: 'missing' });
  const direction = directionOf(word);
  if (direction === null) return err({ kind: 'direction', word });
  const time = fields.get('time');
  const statedMs = time === undefined ? null : readTime(time);
  if (time !== undefined && statedMs === null) return err({ kind: 'time', word: time });
  return ok({ direction, symbol: fields.get('symbol') ?? null, id: fields.get('id') ?? null, statedMs });
}

function directionOf(word: string): Direction | null {
  const lower = word.toLowerCase();
  if (DIRECTIONS.CALL.includes(lower)) return 'CALL';
  return DIRECTIONS.PUT.includes(lower) ? 'PUT' : null;
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Returns true if the month of this date, `yyyy-mm-dd`, has its day. */
const isDayOfMonth = (date: string): boolean => new Date(`${date}T00:00Z`).getUTCDate() === Number(date.slice(8));

/** Reads an ISO instant with a zone, or epoch seconds (10 digits) or milliseconds (13 digits). */
function readTime(word: string): EpochMs | null {
  if (/^\d{10}$/.test(word)) return epochMs(Number(word) * 1_000);
  if (/^\d{13}$/.test(word)) return epochMs(Number(word));
  // Date.parse moves 30 February to March.
  const ms = ISO.test(word) && isDayOfMonth(word.slice(0, 10)) ? Date.parse(word) : NaN;
  return Number.isFinite(ms) ? epochMs(ms) : null;
}

/** Removes the exchange (`FX:EURUSD`) and separators (`EUR/USD`), which senders write in different ways. */
const plainSymbol = (word: string): string => word.toUpperCase().replace(/^.*:/, '').replace(/[\s/]/g, '');

/** Returns true if a sender's word means this asset: its own symbol, or one of the user's names for it. */
export const isOwnSymbol = (word: string, asset: string, names: readonly string[]): boolean =>
  [asset, ...names].some((each) => plainSymbol(each) === plainSymbol(word));
