import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { registerTradeMetrics } from './register-metrics.ts';
import { actorOf, createTradingWorld, START_MS } from './testing.ts';
import { CALL_ORDER, tradingDatabase } from './testing-paper.ts';
import { createTrading } from './trading.ts';

describe('registerTradeMetrics', () => {
  let test: TestDatabase;
  beforeAll(async () => void (test = await tradingDatabase()));
  afterAll(() => test.close());

  it('counts open trades, overdue settlements and orders with an unknown execution status', async () => {
    const { deps, clock, newUser } = createTradingWorld(test);
    const userId = await newUser();
    const trading = createTrading(deps);
    const placed = [1, 2, 3].map(() => trading.orders.place(actorOf(userId), CALL_ORDER, null));
    const [, , lost] = await Promise.all(placed);
    if (!lost?.ok) throw new Error('not placed');
    await test.db.sql`
      UPDATE trades SET broker = 'deriv', execution = 'unknown', sent_at = ${new Date(START_MS)}, send_by = ${new Date(START_MS)}, broker_account = 'd', 
        expiry_time = ${new Date(START_MS + 3_600_000)}
      WHERE id = ${lost.value.id}`;
    const registry = new Registry();
    registerTradeMetrics(registry, { db: test.db, clock });
    clock.advance(64_000);
    expect(await registry.metrics()).toMatch(/^vigia_trades_open 3$[^]*^vigia_trades_overdue 0$/m);
    clock.advance(6_000);
    const figures = await registry.metrics();
    expect(figures).toMatch(/^vigia_trades_overdue 2$[^]*^vigia_trades_overdue_seconds 10$/m);
    expect(figures).toMatch(/^vigia_orders_unknown 1$[^]*^vigia_orders_unknown_seconds 70$/m);
  });
});
