/** Returns the value, or null for an undefined value (NaN). */
export const definedOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
