import { lockSubject } from '#platform/persistence/advisory-locks.ts';
import type { Sql } from '#platform/persistence/database.ts';
import type { PcrDeps } from '../deps.ts';
import { insertBuiltInSetup } from '../pcr.repository.ts';
import { BUILT_IN_SETUPS } from './built-in-setups.ts';
import { versionStart } from './version-start.ts';

/**
 * Stores the built-in setups that are missing, for each asset that exists in the server's default market
 * (`markets.own`). Several processes may call it concurrently.
 */
export const storeBuiltInSetups = (deps: Pick<PcrDeps, 'db' | 'ids' | 'clock' | 'markets'>): Promise<void> =>
  deps.db.transaction(async (tx) => {
    await lockSubject(tx, 'setups', 'house');
    for (const definition of BUILT_IN_SETUPS) await storeBuiltInSetup(deps, tx, definition);
  });

async function storeBuiltInSetup(
  { ids, clock, markets }: Pick<PcrDeps, 'ids' | 'clock' | 'markets'>,
  sql: Sql,
  definition: (typeof BUILT_IN_SETUPS)[number],
): Promise<void> {
  const { name, asset, timeframe } = definition;
  const market = markets.own;
  if (market.asset(asset) === undefined) return;
  const nowMs = clock.now();
  const start = versionStart(markets, market, asset, timeframe, nowMs);
  await insertBuiltInSetup(sql, { id: ids.next(), name, asset, timeframe, definition, ...start, nowMs });
}
