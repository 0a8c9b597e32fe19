import type { PcrRules, PcrSetup } from '@vigia/core/pcr';
import type { BrokerId, PriceSource } from '@vigia/core/vocabulary';
import { lockSubject } from '#platform/persistence/advisory-locks.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { SetupRow } from '../pcr.repository.ts';

/** The stored JSON of a setup: rules and money management, without the fields that have their own columns. */
export type StoredDefinition = PcrRules & Pick<PcrSetup, 'riskControl' | 'moneyManagement'>;

/** The fields of a setup that the user writes. */
export type SetupWrite = {
  readonly name: string;
  readonly asset: string;
  readonly isActive: boolean;
  readonly autoTrade: boolean;
  readonly definition: StoredDefinition;
};

/**
 * Start of a version. `priceSource` is null for the server's default source. The detector processes candles from the
 * anchor time (epoch seconds) on. Signals are published from `liveSinceMs` on, in epoch milliseconds.
 */
export type VersionStart = {
  readonly priceSource: PriceSource | null;
  readonly anchorTime: number;
  readonly liveSinceMs: number;
};

/** Locks a user until the transaction ends, so that concurrent inserts cannot exceed the setup limit. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await lockSubject(tx, 'setups', userId);
}

/** Counts the user's own setups that are not archived. */
export async function countOwnSetups(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM pcr_setups WHERE user_id = ${userId} AND archived_at IS NULL`;
  return row.count;
}

/** Reads a setup that belongs to the user or is built-in. Returns null if there is none, or if it is archived. */
export async function findVisibleSetup(sql: Sql, userId: string, id: string): Promise<SetupRow | null> {
  const [row] = await sql<SetupRow[]>`
    SELECT * FROM pcr_setups
    WHERE id = ${id} AND (user_id = ${userId} OR user_id IS NULL) AND archived_at IS NULL`;
  return row ?? null;
}

/**
 * Reads the user's own setup, archived or not, and locks its row until the transaction ends. Returns null if there is
 * none.
 */
export async function lockOwnSetup(tx: Transaction, userId: string, id: string): Promise<LockedSetup | null> {
  const [row] = await tx<LockedSetup[]>`
    SELECT * FROM pcr_setups WHERE id = ${id} AND user_id = ${userId} FOR UPDATE`;
  return row ?? null;
}
type LockedSetup = SetupRow & { readonly archived_at: Date | null };

/** Reads the current row of a setup for the engine; returns null if there is none. */
export async function findSetupRow(sql: Sql, id: string): Promise<LockedSetup | null> {
  const [row] = await sql<LockedSetup[]>`SELECT * FROM pcr_setups WHERE id = ${id}`;
  return row ?? null;
}

/** Stores a new setup with its first version. */
export async function insertSetup(
  tx: Transaction,
  owner: { id: string; userId: string | null; accountBroker: BrokerId | null },
  { name, asset, isActive, autoTrade, definition }: SetupWrite,
  { priceSource, anchorTime, liveSinceMs }: VersionStart,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  await tx`
    INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, price_source, is_active, auto_trade, account_broker,
                            definition, anchor_time, live_since, created_at, updated_at)
    VALUES (${owner.id}, ${owner.userId}, ${name}, ${asset}, ${definition.timeframe}, ${priceSource}, ${isActive},
      ${autoTrade}, ${owner.accountBroker},
            ${tx.json(definition)}, ${anchorTime}, ${new Date(liveSinceMs)}, ${now}, ${now})`;
  await insertVersion(tx, owner.id, nowMs);
}

/** Updates a setup. A caller that changes the detection rules gives `start`, which creates a new version. */
export async function updateSetup(
  tx: Transaction,
  id: string,
  { name, asset, isActive, autoTrade, definition }: SetupWrite,
  start: VersionStart | null,
  nowMs: number,
): Promise<void> {
  await tx`
    UPDATE pcr_setups SET name = ${name}, asset = ${asset}, timeframe = ${definition.timeframe},
      is_active = ${isActive},
      auto_trade = ${autoTrade}, definition = ${tx.json(definition)}, updated_at = ${new Date(nowMs)}
    WHERE id = ${id}`;
  if (start === null) return;
  await tx`
    UPDATE pcr_setups SET version = version + 1, price_source = ${start.priceSource}, anchor_time = ${start.anchorTime},
      live_since = ${new Date(start.liveSinceMs)}
    WHERE id = ${id}`;
  await insertVersion(tx, id, nowMs);
}

/** Stores the setup's current rules under its version number. */
const insertVersion = (tx: Transaction, id: string, nowMs: number) => tx`
  INSERT INTO pcr_setup_versions (setup_id, version, asset, timeframe, price_source, definition, anchor_time,
    live_since,
                                  created_at)
  SELECT id, version, asset, timeframe, price_source, definition, anchor_time, live_since, ${new Date(nowMs)}
  FROM pcr_setups WHERE id = ${id}`;

/** Switches a setup off; with `archive` it also archives the setup. A repeated call changes nothing. */
export async function stopSetup(tx: Transaction, id: string, archive: boolean, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await tx`
    UPDATE pcr_setups SET is_active = false, updated_at = ${now},
      archived_at = CASE WHEN ${archive} THEN coalesce(archived_at, ${now}) ELSE archived_at END
    WHERE id = ${id} AND (is_active OR (${archive} AND archived_at IS NULL))`;
}
