/** The evidence log: signals, outcomes, decisions and trades as leaves of an append-only Merkle tree. */

export { registerEvidenceLogRoutes } from './evidence-log.routes.ts';
export { EvidenceLog, readLastHead } from './evidence-log.ts';
export { HeadMails } from './head-mails.ts';
export { logName } from './log-name.ts';
export { findLastHead, readStatedKey } from './log-rows.ts';
export { NightlyCheck } from './nightly-check.ts';
export type { RecordDeps } from './record-export.ts';
export { verifyLog } from './verify-log.ts';
export type { GivenHead } from './verify-tree.ts';
export type { LogCheck, LogFault } from './verify-types.ts';
