import { ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { MarketFeed } from './market-feed.ts';
import { createMarketMetrics } from './register-metrics.ts';
import { ScriptedFeed } from './testing.ts';

const START_MS = 1_772_409_600_000;

describe('market metrics', () => {
  it('export counts as counters, which repeated reads do not change', async () => {
    const feed = new ScriptedFeed(['EURUSD']);
    const bus = createInProcessBus(pino({ enabled: false }));
    const sink = { addTick: () => undefined, addCandle: () => undefined };
    const market = new MarketFeed({ feed, clock: new ManualClock(START_MS), bus, sink });
    const metrics = new Registry();
    createMarketMetrics(metrics).add('simulated', market, { queued: 3, lost: 5 });
    void market.start(new Map());
    feed.tick('EURUSD', START_MS, 1.1, true);
    feed.tick('EURUSD', START_MS + 1_000, 1.1);
    feed.tick('EURUSD', START_MS + 1_000, 1.1);
    await metrics.metrics();
    const text = await metrics.metrics();
    market.stop();
    expect(text).toContain('# TYPE vigia_market_ticks_total counter');
    expect(text).toContain('vigia_market_ticks_total{source="simulated",backfilled="true"} 1');
    expect(text).toContain('vigia_market_ticks_total{source="simulated",backfilled="false"} 1');
    expect(text).toContain('vigia_market_ticks_dropped_total{source="simulated",reason="duplicate"} 1');
    expect(text).toContain('vigia_market_store_lost_total{source="simulated"} 5');
    expect(text).toContain('# TYPE vigia_market_store_queue gauge');
    expect(text).toContain('vigia_market_store_queue{source="simulated"} 3');
    expect(text).not.toMatch(/_total gauge/);
  });
});
