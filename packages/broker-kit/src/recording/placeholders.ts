/** Lengths of placeholder texts. A text gets the smallest length that is not below its own, else the largest. */
const LENGTHS = [0, 4, 8, 16, 32, 64];
/** Largest number of elements in the placeholder of a list. */
const MAX_ELEMENTS = 20;

/**
 * Returns a value of the same type and of a similar length, without the content. The keys of objects are replaced too,
 * because they may be content.
 */
export function placeholderOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ELEMENTS).map(placeholderOf);
  switch (typeof value) {
    case 'string':
      return 'x'.repeat(LENGTHS.find((length) => value.length <= length) ?? 64);
    case 'number':
      return Number.isInteger(value) ? 0 : 0.5;
    case 'boolean':
      return false;
    case 'object':
      return value === null ? null : placeholderFields(Object.values(value));
    default:
      return null;
  }
}

const placeholderFields = (values: readonly unknown[]): object =>
  Object.fromEntries(values.slice(0, MAX_ELEMENTS).map((value, index) => [`x${index + 1}`, placeholderOf(value)]));
