/**
 * Returns `period` unchanged.
 * @throws RangeError unless `period` is an integer of at least 1.
 */
export function checkedPeriod(period: number): number {
  if (!Number.isSafeInteger(period) || period < 1) throw new RangeError(`period must be an integer ≥ 1, got ${period}`);
  return period;
}
