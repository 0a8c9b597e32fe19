import type { BrokerId, PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';

/** A user's settings that determine the price source. */
export type SourceChoice = {
  /** The broker whose account the user chose; null for the paper account. */
  readonly chosen_broker: BrokerId | null;
  readonly market_source: PriceSource | null;
};

/** Reads a user's choice; returns null if there is no such user. */
export async function readChoice(sql: Sql, userId: string): Promise<SourceChoice | null> {
  const [row] = await sql<SourceChoice[]>`
    SELECT chosen_broker, market_source FROM user_settings WHERE user_id = ${userId}`;
  return row ?? null;
}

/** Reads the choices of users whose prices may differ from the server's own. */
export const readChoices = (sql: Sql): Promise<(SourceChoice & { readonly user_id: string })[]> => sql<
  (SourceChoice & { readonly user_id: string })[]
>`
  SELECT user_id, chosen_broker, market_source FROM user_settings
  WHERE market_source IS NOT NULL OR chosen_broker IS NOT NULL`;

/** Reads the sources, other than the server's own, that automations or open trades of users need. */
export const readNeededSources = (
  sql: Sql,
  others: readonly PriceSource[],
): Promise<{ readonly user_id: string; readonly source: PriceSource }[]> => sql<
  { readonly user_id: string; readonly source: PriceSource }[]
>`
  SELECT user_id, price_source AS source FROM pcr_setups
  WHERE price_source IS NOT NULL AND is_active AND archived_at IS NULL AND user_id IS NOT NULL
  UNION
  SELECT user_id, price_source FROM strategies
  WHERE price_source IS NOT NULL AND status = 'active' AND archived_at IS NULL
  UNION
  SELECT DISTINCT user_id, source FROM trades
  WHERE status = 'active' AND broker = 'mock' AND source NOT IN ('simulated', 'replay')
    AND source = ANY(${[...others]}::text[])`;

/**
 * Stores the price source that a user chose.
 * @param source null for the server's default source
 */
export async function writeChoice(sql: Sql, userId: string, source: PriceSource | null, nowMs: number): Promise<void> {
  await sql`
    UPDATE user_settings SET market_source = ${source}, updated_at = ${new Date(nowMs)} WHERE user_id = ${userId}`;
}

/**
 * Returns the source that results from a user's settings.
 * @param own the server's default source
 */
export const sourceOfChoice = ({ chosen_broker, market_source }: SourceChoice, own: PriceSource): PriceSource =>
  chosen_broker ?? market_source ?? own;

/**
 * Reads the price source of a user.
 * @param own the server's default source
 */
export async function readSourceOfUser(sql: Sql, own: PriceSource, userId: string): Promise<PriceSource> {
  const choice = await readChoice(sql, userId);
  return choice === null ? own : sourceOfChoice(choice, own);
}
