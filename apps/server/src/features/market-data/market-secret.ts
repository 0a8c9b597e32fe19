import { type MarketFacts, type MarketOrigin, marketKey, SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { Sealer } from '#platform/crypto/sealer.ts';
import type { Sql } from '#platform/persistence/database.ts';

/** Key of the row in `installation` with the sealed key of the simulated market, and the start of its prices. */
const ROW = 'market_secret';
const AAD = 'installation:market_secret';

type Stored = { readonly sealed: string; readonly origin: MarketOrigin | null };

/**
 * Returns the key of the installation's simulated market. The first call stores a new key; later calls return the
 * stored one. A database that already has simulated prices keeps them: the new key continues them from the last one.
 * @param randomBytes cryptographically strong
 */
export async function readMarketFacts(
  sql: Sql,
  sealer: Sealer,
  randomBytes: (length: number) => Uint8Array,
): Promise<MarketFacts> {
  const stored = (await readStored(sql)) ?? (await storeNew(sql, sealer, randomBytes(32)));
  const key = marketKey(sealer.open(Buffer.from(stored.sealed, 'base64'), AAD));
  return { key, pace: 'uneven', origin: stored.origin };
}

async function readStored(sql: Sql): Promise<Stored | null> {
  const [row] = await sql<{ value: Stored }[]>`SELECT value FROM installation WHERE key = ${ROW}`;
  return row?.value ?? null;
}

/** Stores a new key, unless another process has stored one in the meantime. */
async function storeNew(sql: Sql, sealer: Sealer, key: Uint8Array): Promise<Stored> {
  const fresh: Stored = { sealed: sealer.seal(key, AAD).toString('base64'), origin: await lastPrices(sql) };
  await sql`
    INSERT INTO installation (key, value) VALUES (${ROW}, ${sql.json(fresh)}) ON CONFLICT (key) DO NOTHING`;
  const stored = await readStored(sql);
  if (stored === null) throw new Error('the key of the simulated market could not be kept');
  return stored;
}

/** Returns the last simulated price of each symbol, and the moment after all of them; null if there are none. */
async function lastPrices(sql: Sql): Promise<MarketOrigin | null> {
  const symbols = SIMULATED_ASSETS.map(({ symbol }) => symbol);
  const rows = await sql<{ symbol: string; price: number; nextMs: number }[]>`
    SELECT asset.symbol, last.price, last.next_ms::float8 AS "nextMs"
    FROM unnest(${symbols}::text[]) AS asset(symbol), LATERAL (
      (SELECT close AS price, (time + 60) * 1000 AS next_ms FROM candles_1m
       WHERE source = 'simulated' AND symbol = asset.symbol ORDER BY time DESC LIMIT 1)
      UNION ALL
      (SELECT price, time_ms + 1 FROM ticks
       WHERE source = 'simulated' AND symbol = asset.symbol ORDER BY time_ms DESC, seq DESC LIMIT 1)
      ORDER BY next_ms DESC LIMIT 1
    ) AS last`;
  if (rows.length === 0) return null;
  const timeMs = rows.reduce((latest, { nextMs }) => Math.max(latest, nextMs), 0);
  return { timeMs, prices: Object.fromEntries(rows.map(({ symbol, price }) => [symbol, price])) };
}
