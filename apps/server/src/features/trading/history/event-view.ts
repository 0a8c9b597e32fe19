import type { TradeEventView } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/trades';

/** A line of `trade_events`. */
export type EventRow = {
  readonly seq: number;
  readonly at: Date;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What only groups fields inside the server, and would only be in the way outside. */
const WRAPPERS = new Set(['terms', 'acceptance', 'position', 'settlement']);
/** The one id that means something to the person: his venue's own name for the contract. */
const CONTRACT_ID = 'contractId';

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One field as the wire wants it: cents become decimal money, epoch times instants; ids of the server stay inside. */
function* wireFields(name: string, value: unknown): Generator<readonly [string, unknown]> {
  if (isFields(value)) {
    const inner = toWire(value);
    if (WRAPPERS.has(name)) yield* Object.entries(inner);
    else yield [snake(name), inner];
  } else if (name.endsWith('Id') && name !== CONTRACT_ID) return;
  else if (name.endsWith('Minor') && typeof value === 'number') {
    yield [snake(name.slice(0, -'Minor'.length)), formatMinor(minorUnits(value))];
  } else if (name.endsWith('Ms') && typeof value === 'number') {
    yield [snake(name.slice(0, -'Ms'.length)), new Date(value).toISOString()];
  } else if (name.endsWith('Ratio')) yield [snake(name.slice(0, -'Ratio'.length)), value];
  else yield [snake(name), value];
}

const toWire = (payload: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(payload).flatMap(([name, value]) => [...wireFields(name, value)]));

/** A line of a trade's log as its owner may read it. */
export const toEventView = ({ seq, at, kind, payload }: EventRow): TradeEventView => ({
  seq,
  at: at.toISOString(),
  kind,
  detail: toWire(payload),
});
