import { type Clock, durationMs } from '@vigia/core/kernel';
import { ACCOUNT_DELETED, SELF_EXCLUDED } from '#features/accounts/index.ts';
import type { BackgroundWork } from '#platform/background-work.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { ExclusionFileWriter } from '#platform/standing/exclusion-file.ts';
import type { UndoStack } from './undo-stack.ts';

type StandingDeps = {
  readonly dataFolder: string;
  readonly db: Database;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly keyedHash: KeyedHash;
  readonly background: Pick<BackgroundWork, 'run'>;
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Pick<Logger, 'error'>;
};

/**
 * Interval of the copies. Copies are needed because no event is published when an exclusion extends to the address of a
 * new account or to a broker login.
 */
const COPY_EVERY = durationMs(60_000);

/**
 * Writes self-exclusions and deleted user accounts to a file outside the database. It writes the current ones at the
 * start, and each new one within a minute. A write error is only logged, because the database still contains the
 * exclusions.
 */
export async function mirrorExclusionsToFile(
  { dataFolder, db, bus, keyedHash, background, clock, log }: StandingDeps,
  undo: UndoStack,
): Promise<void> {
  const standing = new ExclusionFileWriter(dataFolder, keyedHash);
  const copy = () => standing.copyExclusions(db.sql);
  const copySoon = () => background.run('keeping self-exclusions', copy);
  undo.push(bus.subscribe(SELF_EXCLUDED, copySoon));
  undo.push(clock.every(COPY_EVERY, copySoon));
  undo.push(
    bus.subscribe(ACCOUNT_DELETED, ({ userId }) =>
      background.run('keeping a deletion', async () => standing.recordDeletion(userId)),
    ),
  );
  await copy().catch((error: unknown) => log.error({ err: error }, 'keeping self-exclusions failed'));
}
