import { PROFILE_EDITABLE_COLUMNS, RiskLimitsChange, Username } from '@vigia/contract';
import { PAPER_CURRENCY, parseAmountMinor } from '@vigia/core/money';
import { isProfileColumn } from './profile.ts';
import { RestError } from './rest-error.ts';

/** Database columns and their new values; empty if the body changes nothing. */
export type ProfileChanges = Readonly<Record<string, string | number | null>>;

/** Largest value of PostgreSQL's type integer. */
const INTEGER_MAX = 2 ** 31 - 1;

type EditableColumn = (typeof PROFILE_EDITABLE_COLUMNS)[number];

export const PROFILE_TEXT_MAX_LENGTH = 200;

const isEditable = (name: string): name is EditableColumn => PROFILE_EDITABLE_COLUMNS.some((column) => column === name);

/**
 * Checks that a PATCH body contains only columns that a user may change. The CHECK constraints of the table check the
 * ranges.
 */
export function parseChanges(body: unknown): ProfileChanges {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RestError(400, 'PGRST102', 'Empty or invalid json');
  }
  const fields = Object.entries(body);
  for (const [name] of fields) refuseUnknown(name);
  return Object.fromEntries(fields.map(([name, value]) => toChange(name, value)));
}

function refuseUnknown(name: string): void {
  if (isProfileColumn(name)) return;
  throw new RestError(400, 'PGRST204', `Could not find the '${name}' column of 'users' in the schema cache`);
}

function toChange(name: string, value: unknown): [column: string, value: string | number | null] {
  if (!isEditable(name)) throw new RestError(403, '42501', 'permission denied for table users', `column ${name}`);
  switch (name) {
    case 'default_trade_amount':
      return ['default_trade_amount_minor', amount(name, value)];
    case 'max_concurrent_trades':
      return [name, integer(name, value)];
    case 'username':
      return [name, text(name, value)?.trim().normalize() || null];
    default:
      return [name, text(name, value)];
  }
}

/**
 * Refuses an invalid user name. Must be called only if a row is about to change. If the filter matches no row, a valid
 * and an invalid name must get the same response.
 */
export function assertValidUsername({ username }: ProfileChanges): void {
  if (username === undefined || username === null || Username.safeParse(username).success) return;
  throw new RestError(400, '23514', 'column "username" takes 3 to 40 letters, digits, dots, hyphens or underscores');
}

/**
 * Returns the requested limit of concurrent trades; undefined if the request contains none. The range is checked here,
 * because a higher limit reaches the column only 24 hours later.
 */
export function requestedTradeLimit({ max_concurrent_trades: limit }: ProfileChanges): number | undefined {
  if (limit === undefined) return undefined;
  if (limit === null) throw new RestError(400, '23502', 'null value in column "max_concurrent_trades"');
  const parsed = RiskLimitsChange.shape.max_concurrent_trades.safeParse(limit);
  if (!parsed.success) {
    const fitsColumn = Math.abs(Number(limit)) <= INTEGER_MAX;
    throw new RestError(400, fitsColumn ? '23514' : '22003', 'column "max_concurrent_trades" takes 1 to 100');
  }
  return parsed.data;
}

const invalid = (type: string, column: string) =>
  new RestError(400, '22P02', `invalid input syntax for type ${type} in column "${column}"`);

function amount(column: string, value: unknown): number | null {
  if (value === null) return null;
  if (typeof value !== 'number') throw invalid('numeric', column);
  const minor = parseAmountMinor(value, PAPER_CURRENCY);
  if (minor.ok) return minor.value;
  if (minor.error === 'too_many_decimals') {
    throw new RestError(400, '23514', `column "${column}" takes at most two decimals`);
  }
  throw new RestError(400, '22003', `value out of range in column "${column}"`);
}

function integer(column: string, value: unknown): number | null {
  if (value === null) return null;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw invalid('integer', column);
  return value;
}

function text(column: string, value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== 'string' || /[\0\p{Surrogate}]/u.test(value)) throw invalid('text', column);
  if (value.length > PROFILE_TEXT_MAX_LENGTH) {
    throw new RestError(400, '22001', `value too long for column "${column}" (${PROFILE_TEXT_MAX_LENGTH})`);
  }
  return value;
}
