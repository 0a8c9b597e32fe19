/** JSON values. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Returns the value as JSON with sorted object keys, so that equal values have the same bytes on any machine. */
export const canonicalJson = (value: Json): string => (isInOrder(value) ? JSON.stringify(value) : inOrder(value));

/**
 * Returns true if `JSON.stringify` already gives canonical JSON. Values are usually built with sorted keys, which makes
 * writing hundreds of them faster.
 */
function isInOrder(value: Json): boolean {
  if (value === null || typeof value !== 'object') return true;
  if (isList(value)) return value.every(isInOrder);
  let before = '';
  for (const key of Object.keys(value)) {
    if (key < before || !isInOrder(value[key] ?? null)) return false;
    before = key;
  }
  return true;
}

/** `Array.isArray` does not narrow the other case for read-only lists. */
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Writes a value with its keys in order. The evidence log does this for each fact, so it builds one text directly. */
function inOrder(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  let text = '';
  if (isList(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${inOrder(item)}`;
    return `[${text}]`;
  }
  for (const key of sortedKeys(value))
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${inOrder(value[key] ?? null)}`;
  return `{${text}}`;
}

/**
 * Returns the keys in order of their UTF-16 code units. For a few keys, an insertion sort is faster than `toSorted`.
 */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  if (keys.length > FEW_KEYS) return keys.toSorted();
  for (let place = 1; place < keys.length; place += 1) {
    const key = keys[place] ?? '';
    let to = place;
    for (; to > 0 && (keys[to - 1] ?? '') > key; to -= 1) keys[to] = keys[to - 1] ?? '';
    keys[to] = key;
  }
  return keys;
}

const FEW_KEYS = 32;
