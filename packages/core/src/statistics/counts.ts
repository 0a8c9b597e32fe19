/**
 * Returns `value` unchanged.
 * @throws RangeError unless `value` is an integer of at least zero.
 */
export function checkedCount(value: number, what: string): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${what} must be an integer ≥ 0, got ${value}`);
  return value;
}
