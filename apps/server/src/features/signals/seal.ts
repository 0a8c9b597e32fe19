import { createHash } from 'node:crypto';

/** JSON that anybody may hold in a signal's body. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What the first signal of a setup is chained to. */
export const GENESIS_HASH = '0'.repeat(64);

/** JSON with the keys of every object in order, so that equal bodies have equal bytes wherever they were written. */
export const canonicalJson = (value: Json): string => (isInOrder(value) ? JSON.stringify(value) : inOrder(value));

/** Whether plain JSON is canonical already: what is written by the hundred is made with its keys in order. */
function isInOrder(value: Json): boolean {
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isInOrder);
  let before = '';
  for (const [key, item] of Object.entries(value)) {
    if (key < before || !isInOrder(item)) return false;
    before = key;
  }
  return true;
}

function inOrder(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inOrder).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${inOrder(item)}`).join(',')}}`;
}

/** The seal of a signal: SHA-256, in hex, over the seal before it and its own body. One changed byte breaks the chain. */
export const sealOf = (previousHash: string, body: Json): string => sealText(previousHash, canonicalJson(body));

/** {@link sealOf} a body whose canonical JSON is at hand. */
export const sealText = (previousHash: string, canonicalBody: string): string =>
  createHash('sha256').update(previousHash).update(canonicalBody).digest('hex');
