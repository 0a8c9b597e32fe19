import type { BrokerSession } from '@vigia/broker-kit/port';
import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { type Opened, type Stage, scene } from '../stage.ts';
import { expectCandles, expectHonest, expectNoGap, ticksOf } from './expect-prices.ts';

const CHARTS = 30;
const MINUTE_MS = 60_000;
const TWO_DAYS_MS = 2 * 86_400_000;
/** Five frames a second, which one broker is asked with, bring thirty streams and thirty gaps in twelve seconds. */
const ALL_WITHIN_MS = 20_000;

/** Requests of a wall of charts to one session. */
export function describeCharts(options: ConformanceOptions): void {
  const { symbol, supports } = options;
  // Requests sent in one second may arrive in the next, and so may their answers, on a busy machine.
  const expectWithinRate = ({ simulator }: Stage) =>
    expect(simulator.rate.busiestSecond()).toBeLessThanOrEqual(2 * supports.messagesPerSecond);

  scene(options, `${CHARTS} charts at once: each has its ticks, and none is asked for too fast`, async (stage) => {
    const opened = await stage.connected(1);
    const symbols = watchAll(stage, opened.session);
    await stage.drive.until('a tick of each', () => isTold(opened, symbols), ALL_WITHIN_MS);
    expectWithinRate(stage);
  });

  scene(options, 'each goes on without a hole after two cuts, of which the second is early', async (stage) => {
    const opened = await stage.connected(1);
    const { session, listener } = opened;
    const symbols = watchAll(stage, session);
    await stage.drive.until('a tick of each', () => isTold(opened, symbols), ALL_WITHIN_MS);
    await stage.simulator.stop();
    await stage.drive.advance(30_000);
    await stage.simulator.restart();
    await stage.drive.until('the connection to be back', () => session.state().status === 'connected', 90_000);
    await stage.drive.advance(1_500);
    stage.simulator.script.cutConnections();
    await stage.drive.until('the second cut', () => session.state().status === 'connecting');
    await stage.drive.until('the connection to be back', () => session.state().status === 'connected', 90_000);
    await stage.drive.advance(ALL_WITHIN_MS);
    for (const one of symbols) {
      const ticks = ticksOf(listener, one);
      expectHonest(stage, ticks, one, supports.historyStepMs);
      expectNoGap(ticks, supports.historyStepMs);
      expect(ticks.at(-1)?.timeMs, one).toBeGreaterThan(stage.drive.clock.now() - 5_000);
    }
    expectWithinRate(stage);
  });

  scene(options, 'begins with the connection what was to be watched before it', async (stage) => {
    const { session, listener } = stage.open(1);
    session.watch(symbol);
    await stage.drive.settled('connect', session.connect());
    await stage.drive.until('a tick', () => listener.ticks.length > 0, 10_000);
  });

  scene(options, 'serves two days of minutes, in as many pages as it takes', async (stage) => {
    const { session } = await stage.connected(1);
    const toMs = Math.floor(stage.drive.clock.now() / MINUTE_MS) * MINUTE_MS;
    const reading = session.candles(symbol, 60, toMs - TWO_DAYS_MS, toMs);
    const answer = await stage.drive.settled('two days', reading, 30_000);
    if (!answer.ok) throw new Error(answer.error.kind);
    expectCandles(answer.value, stage.simulator.market.candles(symbol, 60, toMs - TWO_DAYS_MS, toMs - 1));
    expectWithinRate(stage);
  });

  scene(options, 'says that candles are out of reach while the broker is', async (stage) => {
    const { session } = await stage.connected(1);
    await stage.simulator.stop();
    await stage.drive.until('the cut to be noticed', () => session.state().status === 'connecting');
    const toMs = stage.drive.clock.now();
    const answer = await stage.drive.settled('candles', session.candles(symbol, 60, toMs - 20 * MINUTE_MS, toMs));
    expect(answer).toMatchObject({ ok: false, error: { kind: 'network' } });
  });

  scene(options, 'an order and its records wait for no chart', async (stage) => {
    const { session } = await stage.connected(1);
    const toMs = stage.drive.clock.now();
    const symbols = watchAll(stage, session);
    const reading = symbols.slice(0, 5).map((one) => session.candles(one, 60, toMs - TWO_DAYS_MS, toMs));
    await stage.drive.advance(100);
    const askedMs = stage.drive.clock.now();
    const reply = await stage.place(session, stage.order(session));
    expect(reply.outcome).toBe('accepted');
    const records = session.reconcile([{ ...stage.order(session), sentAtMs: toMs }], new Set());
    expect((await stage.drive.settled('the records', records)).ok).toBe(true);
    expect(stage.drive.clock.now() - askedMs).toBeLessThanOrEqual(3_000);
    await stage.drive.settled('the candles', Promise.all(reading), 120_000);
  });
}

/** The first thirty the simulator lists, or all of them, watched at the same moment. */
function watchAll({ simulator }: Stage, session: BrokerSession): readonly string[] {
  const symbols = simulator.market
    .assets()
    .slice(0, CHARTS)
    .map((asset) => asset.symbol);
  for (const symbol of symbols) session.watch(symbol);
  return symbols;
}

const isTold = ({ listener }: Opened, symbols: readonly string[]): boolean =>
  symbols.every((symbol) => listener.ticks.some((tick) => tick.symbol === symbol));
