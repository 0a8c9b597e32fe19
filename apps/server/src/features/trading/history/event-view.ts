import type { TradeEventView } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';

export type EventRow = {
  readonly seq: number;
  readonly at: Date;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that only group other fields; the view contains the grouped fields without them. */
const WRAPPERS = new Set(['terms', 'acceptance', 'position', 'settlement']);
/**
 * Field with the broker's id of the option contract. It is the only id field that is kept, because the user can look
 * the contract up at the broker.
 */
const CONTRACT_ID = 'contractId';

/**
 * Field with the duration of the trade. The API states it in a field whose name ends with the unit, as in
 * `duration_minutes`.
 */
const LENGTH = 'length';

function* lengthField({ unit, ...counts }: Fields): Generator<readonly [string, unknown]> {
  if (typeof unit === 'string') yield [`duration_${unit}`, counts[unit]];
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Converts a field for the API: minor units to decimal money, epoch times to ISO instants. Drops ids that only the
 * server uses.
 */
function* wireFields(name: string, value: unknown, currency: Currency): Generator<readonly [string, unknown]> {
  if (name === LENGTH && isFields(value)) yield* lengthField(value);
  else if (isFields(value)) {
    const inner = toWire(value, currency);
    if (WRAPPERS.has(name)) yield* Object.entries(inner);
    else yield [snake(name), inner];
  } else if (name.endsWith('Id') && name !== CONTRACT_ID) return;
  else if (name.endsWith('Minor') && typeof value === 'number') {
    yield [snake(name.slice(0, -'Minor'.length)), formatMinor(minorUnits(value), currency)];
  } else if (name.endsWith('Ms') && typeof value === 'number') {
    yield [snake(name.slice(0, -'Ms'.length)), new Date(value).toISOString()];
  } else if (value === null && name.endsWith('Ms')) yield [snake(name.slice(0, -'Ms'.length)), null];
  else if (name.endsWith('Ratio')) yield [snake(name.slice(0, -'Ratio'.length)), value];
  else yield [snake(name), value];
}

const toWire = (payload: Fields, currency: Currency): Record<string, unknown> =>
  Object.fromEntries(Object.entries(payload).flatMap(([name, value]) => [...wireFields(name, value, currency)]));

/**
 * Converts an event row to the form that its owner may read.
 * @param currency of the trade's account
 */
export const toEventView = ({ seq, at, kind, payload }: EventRow, currency: Currency): TradeEventView => ({
  seq,
  at: at.toISOString(),
  kind,
  currency,
  detail: toWire(payload, currency),
});
