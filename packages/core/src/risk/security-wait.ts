import type { EpochMs } from '#kernel/index.ts';
import type { SecurityWaitReason } from '#vocabulary/index.ts';

/**
 * Time for which real money is unavailable after a security change. The account's owner can read the mail about it and
 * object.
 */
export const SECURITY_WAIT_MS = 24 * 60 * 60_000;

/** Real money is unavailable until `untilMs`, after the change named by `reason`. */
export type SecurityWait = { readonly untilMs: EpochMs; readonly reason: SecurityWaitReason };
