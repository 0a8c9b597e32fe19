import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { storedTicks } from './stored-ticks.ts';

const COUNT = 50_000;

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.close());

it('stored ticks are read through an index, from the newest back, and no more of them than requested', async () => {
  const { sql } = test.db;
  const day = new Date().toISOString().slice(0, 10);
  await sql`SELECT ensure_day_partitions(${day}, ${day})`;
  const fromMs = Date.parse(day);
  const span = { fromMs, toMs: fromMs + COUNT + 1 };
  await sql`
    INSERT INTO ticks (source, symbol, time_ms, price)
    SELECT 'simulated', 'EURUSD', ${fromMs}::bigint + n, n FROM generate_series(1, ${COUNT}) n`;
  const ticks = await storedTicks(sql, 'simulated', 'EURUSD', span, 3);
  expect([...ticks.price]).toEqual([COUNT - 2, COUNT - 1, COUNT]);
  expect([...ticks.timeMs].map((timeMs) => timeMs - fromMs)).toEqual([...ticks.price]);
  const plan = await sql<Record<string, string>[]>`
    EXPLAIN (ANALYZE, COSTS off) SELECT time_ms, seq, price FROM ticks
    WHERE source = 'simulated' AND symbol = 'EURUSD' AND time_ms >= ${span.fromMs} AND time_ms < ${span.toMs}
    ORDER BY time_ms DESC, seq DESC LIMIT 100`;
  const text = plan.map((row) => Object.values(row).join()).join('\n');
  expect(text).toMatch(/Index Scan Backward.*rows=100/);
  expect(text).not.toMatch(/Seq Scan|Sort/);
});
