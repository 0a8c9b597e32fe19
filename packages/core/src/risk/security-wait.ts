import type { EpochMs } from '#kernel/index.ts';
import type { SecurityWaitReason } from '#vocabulary/index.ts';

/**
 * Time for which real money is unavailable after a security change. In this time the owner of the account can read the
 * mail about the change and object to it.
 */
export const SECURITY_WAIT_MS = 24 * 60 * 60_000;

/** Real money is unavailable until `untilMs`, after the change named by `reason`. */
export type SecurityWait = { readonly untilMs: EpochMs; readonly reason: SecurityWaitReason };
