import { randomBytes } from 'node:crypto';

const LENGTH = 64;

/** Returns random bytes that replace a stored secret before its row is deleted. */
export const overwritingBytes = (): Buffer => randomBytes(LENGTH);
