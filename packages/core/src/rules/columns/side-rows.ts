import type { RuleSide } from '../rule.ts';
import { type InstantCrossing, isInstantCrossing } from './crossing-columns.ts';

/** Signals of rules over a history: rows of candles in ascending order, and the direction at each, 1 CALL or −1 PUT. */
export type SignalRows = { readonly rows: Int32Array; readonly directions: Int8Array };

/** Joins a further condition to the first ones. */
export function join(met: Uint8Array, column: Uint8Array, needsAll: boolean): void {
  for (let row = 0; row < met.length; row += 1) {
    const one = met[row] ?? 0;
    const other = column[row] ?? 0;
    met[row] = needsAll ? one & other : one | other;
  }
}

/**
 * Writes the rows at which a state starts, without rows after a gap.
 * @param metBefore the state at the candle before the first
 * @param rows room for all rows
 * @returns the number of rows
 */
export function fillStarts(met: Uint8Array, follows: Uint8Array, metBefore: number, rows: Int32Array): number {
  let count = 0;
  let was = metBefore;
  for (let row = 0; row < met.length; row += 1) {
    const is = met[row] ?? 0;
    if (is > was && follows[row] === 1) rows[count++] = row;
    was = is;
  }
  return count;
}

/** Returns the crossing that must happen for a direction to signal; undefined without such a crossing. */
export const instantCrossingOf = ({ conditions, join: how }: RuleSide): InstantCrossing | undefined =>
  how === 'all' || conditions.length === 1 ? conditions.find(isInstantCrossing) : undefined;

/** Returns true if both directions signal at crossings of the same two series, in opposite directions. */
export function areOpposite(call: RuleSide, put: RuleSide): boolean {
  const one = instantCrossingOf(call);
  const other = instantCrossingOf(put);
  if (one === undefined || other === undefined || one.test === other.test) return false;
  return JSON.stringify([one.left, one.right]) === JSON.stringify([other.left, other.right]);
}

/**
 * Appends the rows of both directions to signals that already have `count` rows. A row in both gives no signal.
 * @param firstRow row of the history at which the rows of both directions begin to count
 * @returns the new number of signals
 */
export function appendMerged(
  calls: Int32Array,
  puts: Int32Array,
  { rows, directions }: SignalRows,
  count: number,
  firstRow: number,
): number {
  let [call, put, next] = [0, 0, count];
  while (call < calls.length || put < puts.length) {
    const callRow = calls[call] ?? Infinity;
    const putRow = puts[put] ?? Infinity;
    if (callRow <= putRow) call += 1;
    if (putRow <= callRow) put += 1;
    if (callRow === putRow) continue;
    rows[next] = firstRow + (callRow < putRow ? callRow : putRow);
    directions[next++] = callRow < putRow ? 1 : -1;
  }
  return next;
}

/** Returns the first signals; the result shares their memory. */
export const firstSignals = ({ rows, directions }: SignalRows, count: number): SignalRows => ({
  rows: rows.subarray(0, count),
  directions: directions.subarray(0, count),
});
