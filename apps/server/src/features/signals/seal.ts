import { createHash } from 'node:crypto';

/** JSON values allowed in a signal's body. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The previous hash of the first signal of a setup or strategy. */
export const GENESIS_HASH = '0'.repeat(64);

/** Returns the value as JSON with sorted object keys, so that equal bodies have the same bytes on any machine. */
export const canonicalJson = (value: Json): string => (isInOrder(value) ? JSON.stringify(value) : inOrder(value));

/**
 * Returns true if `JSON.stringify` already gives canonical JSON. Bodies are usually built with sorted keys, which makes
 * writing hundreds of them faster.
 */
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

/**
 * Returns the chain hash of a signal: the SHA-256, in hex, of the previous chain hash and the signal's body. A change
 * of any byte breaks the chain.
 */
export const sealOf = (previousHash: string, body: Json): string => sealText(previousHash, canonicalJson(body));

/** Returns the chain hash of a body that is given as canonical JSON; see {@link sealOf}. */
export const sealText = (previousHash: string, canonicalBody: string): string =>
  createHash('sha256').update(previousHash).update(canonicalBody).digest('hex');
