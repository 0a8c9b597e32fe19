import type { PcrSetup } from '@vigia/core/pcr';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { SetupRow } from './pcr.repository.ts';

/** What is stored of a setup beside its columns: the rules, and how it bets. */
export type StoredDefinition = Omit<PcrSetup, 'name' | 'asset' | 'is_active' | 'auto_trade'>;

/** What a person says of a setup; where its fold begins and since when it signals. */
export type SetupWrite = {
  readonly name: string;
  readonly asset: string;
  readonly isActive: boolean;
  readonly autoTrade: boolean;
  readonly definition: StoredDefinition;
};

/** Whose prices a version works on (null: the server's own), from where on its detector folds (epoch seconds), and since when its signals count. */
export type VersionStart = {
  readonly priceSource: PriceSource | null;
  readonly anchorTime: number;
  readonly liveSinceMs: number;
};

/** Makes everything that adds a setup for this person wait until the transaction ends, so that the count holds. */
export async function lockOwner(tx: Transaction, userId: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`pcr_setups:${userId}`}, 0))`;
}

/** Setups in a person's list. */
export async function countOwn(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM pcr_setups WHERE user_id = ${userId} AND archived_at IS NULL`;
  return row.count;
}

/** A setup of the person's own or of the house that is not archived; null: there is none such for them. */
export async function findOne(sql: Sql, userId: string, id: string): Promise<SetupRow | null> {
  const [row] = await sql<SetupRow[]>`
    SELECT * FROM pcr_setups
    WHERE id = ${id} AND (user_id = ${userId} OR user_id IS NULL) AND archived_at IS NULL`;
  return row ?? null;
}

/** A setup of the person's own, archived or not, held for change until the transaction ends. */
export async function lockOwn(tx: Transaction, userId: string, id: string): Promise<LockedSetup | null> {
  const [row] = await tx<LockedSetup[]>`
    SELECT * FROM pcr_setups WHERE id = ${id} AND user_id = ${userId} FOR UPDATE`;
  return row ?? null;
}
type LockedSetup = SetupRow & { readonly archived_at: Date | null };

/** A setup as it stands, for the engine to run. */
export async function findById(sql: Sql, id: string): Promise<LockedSetup | null> {
  const [row] = await sql<LockedSetup[]>`SELECT * FROM pcr_setups WHERE id = ${id}`;
  return row ?? null;
}

/** Stores a new setup with its first version. */
export async function insertSetup(
  tx: Transaction,
  owner: { id: string; userId: string | null },
  { name, asset, isActive, autoTrade, definition }: SetupWrite,
  { priceSource, anchorTime, liveSinceMs }: VersionStart,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  await tx`
    INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, price_source, is_active, auto_trade, definition, anchor_time,
                            live_since, created_at, updated_at)
    VALUES (${owner.id}, ${owner.userId}, ${name}, ${asset}, ${definition.timeframe}, ${priceSource}, ${isActive}, ${autoTrade},
            ${tx.json(definition)}, ${anchorTime}, ${new Date(liveSinceMs)}, ${now}, ${now})`;
  await insertVersion(tx, owner.id, nowMs);
}

/** Changes a setup; `start` is given with a change of what it detects, which is a version of its own. */
export async function updateSetup(
  tx: Transaction,
  id: string,
  { name, asset, isActive, autoTrade, definition }: SetupWrite,
  start: VersionStart | null,
  nowMs: number,
): Promise<void> {
  await tx`
    UPDATE pcr_setups SET name = ${name}, asset = ${asset}, timeframe = ${definition.timeframe}, is_active = ${isActive},
      auto_trade = ${autoTrade}, definition = ${tx.json(definition)}, updated_at = ${new Date(nowMs)}
    WHERE id = ${id}`;
  if (start === null) return;
  await tx`
    UPDATE pcr_setups SET version = version + 1, price_source = ${start.priceSource}, anchor_time = ${start.anchorTime},
      live_since = ${new Date(start.liveSinceMs)}
    WHERE id = ${id}`;
  await insertVersion(tx, id, nowMs);
}

/** Keeps the setup's rules as they stand under its version. */
const insertVersion = (tx: Transaction, id: string, nowMs: number) => tx`
  INSERT INTO pcr_setup_versions (setup_id, version, asset, timeframe, price_source, definition, anchor_time, live_since,
                                  created_at)
  SELECT id, version, asset, timeframe, price_source, definition, anchor_time, live_since, ${new Date(nowMs)}
  FROM pcr_setups WHERE id = ${id}`;

/** Switches a setup off, and archives it if asked; what is so already stays as it was. */
export async function stopSetup(tx: Transaction, id: string, archive: boolean, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await tx`
    UPDATE pcr_setups SET is_active = false, updated_at = ${now},
      archived_at = CASE WHEN ${archive} THEN coalesce(archived_at, ${now}) ELSE archived_at END
    WHERE id = ${id} AND (is_active OR (${archive} AND archived_at IS NULL))`;
}
