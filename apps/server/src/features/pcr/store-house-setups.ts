import type { Sql } from '#platform/persistence/database.ts';
import type { PcrDeps } from './deps.ts';
import { HOUSE_SETUPS } from './house-setups.ts';
import { insertHouseSetup } from './pcr.repository.ts';
import { versionStart } from './version-start.ts';

/** Stores the setups of the house that are not there yet, of assets the server's own market has. Several may at once. */
export const storeHouseSetups = (deps: Pick<PcrDeps, 'db' | 'ids' | 'clock' | 'markets'>): Promise<void> =>
  deps.db.transaction(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(hashtextextended('pcr_setups:house', 0))`;
    for (const definition of HOUSE_SETUPS) await storeHouseSetup(deps, tx, definition);
  });

async function storeHouseSetup(
  { ids, clock, markets }: Pick<PcrDeps, 'ids' | 'clock' | 'markets'>,
  sql: Sql,
  definition: (typeof HOUSE_SETUPS)[number],
): Promise<void> {
  const { name, asset, timeframe } = definition;
  const market = markets.own;
  if (market.asset(asset) === undefined) return;
  const nowMs = clock.now();
  const start = versionStart(markets, market, asset, timeframe, nowMs);
  await insertHouseSetup(sql, { id: ids.next(), name, asset, timeframe, definition, ...start, nowMs });
}
