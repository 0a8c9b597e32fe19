import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '@vigia/core/kernel';

/** The previous hash of the first signal of a setup or strategy. */
export const GENESIS_HASH = '0'.repeat(64);

/**
 * Returns the chain hash of a signal: the SHA-256, in hex, of the previous chain hash and the signal's body. A change
 * of any byte breaks the chain.
 */
export const chainHashOf = (previousHash: string, body: Json): string => sealText(previousHash, canonicalJson(body));

/** Returns the chain hash of a body that is given as canonical JSON; see {@link chainHashOf}. */
export const sealText = (previousHash: string, canonicalBody: string): string =>
  createHash('sha256').update(previousHash).update(canonicalBody).digest('hex');
