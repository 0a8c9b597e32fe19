import { type Clock, invariant } from '@vigia/core/kernel';
import type { BackupHead } from '#platform/backup/backup-source.ts';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import type { SecurityEvent } from '#platform/security-log/security-log.ts';
import type { ExclusionFileContent } from '#platform/standing/exclusion-file.ts';
import { StartupError } from '#platform/startup-error.ts';
import { applyDeletionsFromFile, applyExclusionsFromFile } from './apply-exclusion-file.ts';
import { RestoreEffectCounter, type RestoreEffectCounts } from './effects.ts';
import {
  deleteAccountsAgain,
  keepBrokerLogins,
  keepNewerFactors,
  keepNewerIdentities,
  keepStricterLimits,
  keepUndoLinks,
} from './keep-stricter.ts';
import { applyPendingChanges, dropPendingChanges } from './pending-changes.ts';
import {
  copyPreviousToTemporaryTables,
  type PreviousDatabaseState,
  readInstallationFingerprint,
  recordRestore,
} from './previous-state.ts';
import { voidAccess } from './void-access.ts';

export type ApplyRestoreRulesDeps = {
  readonly clock: Clock;
  readonly keyedHash: KeyedHash;
  /** Self-exclusions and deletions in the file of the data folder. */
  readonly standing: ExclusionFileContent;
  /** The previous database; null if it does not exist any more. */
  readonly previous: PreviousDatabaseState | null;
};

/**
 * Removes, in the transaction of the restore, everything that the rows of a backup would revive. Access and automation
 * are voided, and the stricter rules of both databases apply. Each affected user gets an entry in their security log.
 * @throws StartupError if the previous database belongs to another installation
 */
export async function applyRestoreRules(
  tx: Transaction,
  { takenAt }: BackupHead,
  { clock, keyedHash, standing, previous }: ApplyRestoreRulesDeps,
): Promise<RestoreEffectCounts> {
  const effects = new RestoreEffectCounter();
  const nowMs = clock.now();
  const now = new Date(nowMs);
  await refuseStranger(tx, previous);
  await copyPreviousToTemporaryTables(tx, previous);
  if (previous !== null) await deleteAccountsAgain(tx, effects);
  await applyDeletionsFromFile(tx, keyedHash, standing, effects);
  await applyPendingChanges(tx, nowMs);
  await dropPendingChanges(tx, nowMs, effects);
  await voidAccess(tx, now, effects);
  await keepNewerIdentities(tx, effects);
  await keepNewerFactors(tx, effects);
  await keepUndoLinks(tx);
  await keepStricterLimits(tx, effects);
  await keepBrokerLogins(tx, effects);
  await applyExclusionsFromFile(tx, keyedHash, standing, effects);
  await recordRestore(tx, { takenAt, restoredAt: now.toISOString() }, previous?.gaps ?? []);
  await log(tx, takenAt, effects, createSecurityLog({ clock, keyedHash }));
  return effects.counts();
}

async function refuseStranger(tx: Transaction, previous: PreviousDatabaseState | null): Promise<void> {
  if (previous === null || previous.lineage === (await readInstallationFingerprint(tx))) return;
  throw new StartupError(
    'La base de datos anterior no es de la misma instalación que la copia: sus cuentas no son las mismas. Si de verdad quieres sustituirla, dilo con «--without-previous-database». No se tocó nada.',
  );
}

async function log(
  tx: Transaction,
  takenAt: string,
  effects: RestoreEffectCounter,
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
