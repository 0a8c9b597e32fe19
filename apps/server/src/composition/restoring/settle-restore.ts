import { type Clock, invariant } from '@vigia/core/kernel';
import type { BackupHead } from '#platform/backup/backup-source.ts';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import type { SecurityEvent } from '#platform/security-log/security-log.ts';
import type { StandingEntries } from '#platform/standing/standing-file.ts';
import { StartupError } from '#platform/startup-error.ts';
import { applyStandingDeletions, applyStandingExclusions } from './apply-standing.ts';
import { type EffectCounts, Effects } from './effects.ts';
import {
  deleteAgain,
  keepBrokerLogins,
  keepFactors,
  keepIdentities,
  keepLimits,
  keepUndoLinks,
} from './keep-stricter.ts';
import { type PreviousState, readLineage, recordRestore, stagePrevious } from './previous-state.ts';
import { dropWaiting, settleWaiting } from './settle-waiting.ts';
import { voidAccess } from './void-access.ts';

export type SettleDeps = {
  readonly clock: Clock;
  readonly keyedHash: KeyedHash;
  /** Self-exclusions and deletions in the file of the data folder. */
  readonly standing: StandingEntries;
  /** The previous database; null if it does not exist any more. */
  readonly previous: PreviousState | null;
};

/**
 * Removes, in the transaction of the restore, everything that the rows of a backup would revive. Access and automation
 * are voided, and the stricter rules of both databases apply. Each affected user gets an entry in their security log.
 * @throws StartupError if the previous database belongs to another installation
 */
export async function settleRestore(
  tx: Transaction,
  { takenAt }: BackupHead,
  { clock, keyedHash, standing, previous }: SettleDeps,
): Promise<EffectCounts> {
  const effects = new Effects();
  const nowMs = clock.now();
  const now = new Date(nowMs);
  await refuseStranger(tx, previous);
  await stagePrevious(tx, previous);
  if (previous !== null) await deleteAgain(tx, effects);
  await applyStandingDeletions(tx, keyedHash, standing, effects);
  await settleWaiting(tx, nowMs);
  await dropWaiting(tx, nowMs, effects);
  await voidAccess(tx, now, effects);
  await keepIdentities(tx, effects);
  await keepFactors(tx, effects);
  await keepUndoLinks(tx);
  await keepLimits(tx, effects);
  await keepBrokerLogins(tx, effects);
  await applyStandingExclusions(tx, keyedHash, standing, effects);
  await recordRestore(tx, { takenAt, restoredAt: now.toISOString() }, previous?.gaps ?? []);
  await log(tx, takenAt, effects, createSecurityLog({ clock, keyedHash }));
  return effects.counts();
}

async function refuseStranger(tx: Transaction, previous: PreviousState | null): Promise<void> {
  if (previous === null || previous.lineage === (await readLineage(tx))) return;
  throw new StartupError(
    'La base de datos anterior no es de la misma instalación que la copia: sus cuentas no son las mismas. Si de verdad quieres sustituirla, dilo con «--without-previous-database». No se tocó nada.',
  );
}

async function log(
  tx: Transaction,
  takenAt: string,
  effects: Effects,
  securityLog: ReturnType<typeof createSecurityLog>,
): Promise<void> {
  const affected = new Map(effects.byUser());
  const here = await tx<{ id: string }[]>`SELECT id FROM auth_users WHERE id = ANY(${[...affected.keys()]})`;
  const events = here.map(({ id }): SecurityEvent => {
    const counts = affected.get(id);
    invariant(counts !== undefined, 'only affected users were read');
    const detail = { taken_at: takenAt, ...counts };
    return { userId: id, kind: 'backup_restored', sessionId: null, ip: null, userAgent: null, detail };
  });
  await securityLog.append(tx, events);
}
