import type { BrokerSession } from '@vigia/broker-kit/port';
import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { type OpenedSession, type Stage, testWithStage } from '../stage.ts';
import { expectCandles, expectGenuineTicks, expectNoGap, ticksOf } from './expect-prices.ts';

const CHARTS = 30;
const MINUTE_MS = 60_000;
const TWO_DAYS_MS = 2 * 86_400_000;
/**
 * Time within which all charts must have their prices. The slowest adapter sends five requests per second. Thirty
 * streams and thirty gaps therefore take twelve seconds.
 */
const ALL_WITHIN_MS = 20_000;

/** Tests one session with thirty open charts. */
export function describeCharts(options: ConformanceOptions): void {
  const { symbol, supports } = options;
  // The limit is doubled: on a busy machine, requests that are sent in one second may arrive in the next.
  const expectWithinRate = ({ simulator }: Stage) =>
    expect(simulator.rate.busiestSecond()).toBeLessThanOrEqual(2 * supports.messagesPerSecond);

  testWithStage(
    options,
    `receives the ticks of ${CHARTS} charts at once without exceeding the rate limit`,
    async (stage) => {
      const opened = await stage.connected(1);
      const symbols = watchAll(stage, opened.session);
      await stage.drive.until('a tick of each', () => isTold(opened, symbols), ALL_WITHIN_MS);
      expectWithinRate(stage);
    },
  );

  testWithStage(
    options,
    'continues every chart without a gap after two disconnects in quick succession',
    async (stage) => {
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
        expectGenuineTicks(stage, ticks, one, supports.historyStepMs);
        expectNoGap(ticks, supports.historyStepMs);
        expect(ticks.at(-1)?.timeMs, one).toBeGreaterThan(stage.drive.clock.now() - 5_000);
      }
      expectWithinRate(stage);
    },
  );

  testWithStage(options, 'publishes ticks of a symbol that was watched before the session connects', async (stage) => {
    const { session, listener } = stage.open(1);
    session.watch(symbol);
    await stage.drive.settled('connect', session.connect());
    await stage.drive.until('a tick', () => listener.ticks.length > 0, 10_000);
  });

  testWithStage(
    options,
    'returns two days of 1-minute candles, even if the broker splits them into many pages',
    async (stage) => {
      const { session } = await stage.connected(1);
      const toMs = Math.floor(stage.drive.clock.now() / MINUTE_MS) * MINUTE_MS;
      const reading = session.candles(symbol, 60, toMs - TWO_DAYS_MS, toMs);
      const answer = await stage.drive.settled('two days', reading, 30_000);
      if (!answer.ok) throw new Error(answer.error.kind);
      expectCandles(
        answer.value,
        stage.simulator.market.candles(stage.simulated(symbol), 60, toMs - TWO_DAYS_MS, toMs - 1),
      );
      expectWithinRate(stage);
    },
  );

  testWithStage(
    options,
    'returns a fault when candles are requested while the broker is unreachable',
    async (stage) => {
      const { session } = await stage.connected(1);
      await stage.simulator.stop();
      await stage.drive.until('the cut to be noticed', () => session.state().status === 'connecting');
      const toMs = stage.drive.clock.now();
      const answer = await stage.drive.settled('candles', session.candles(symbol, 60, toMs - 20 * MINUTE_MS, toMs));
      expect(answer).toMatchObject({ ok: false, error: { kind: 'network' } });
    },
  );

  testWithStage(
    options,
    'sends an order and requests for records of orders before pending requests of charts',
    async (stage) => {
      const { session } = await stage.connected(1);
      // The server requests a quote before every order.
      expect((await stage.drive.settled('a quote', session.quote(stage.order(session)))).ok).toBe(true);
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
    },
  );
}

/** Watches the first thirty symbols that the simulator lists, or all of them if there are fewer. */
function watchAll({ simulator }: Stage, session: BrokerSession): readonly string[] {
  const symbols = simulator.market
    .assets()
    .slice(0, CHARTS)
    .map((asset) => asset.symbol);
  for (const symbol of symbols) session.watch(symbol);
  return symbols;
}

const isTold = ({ listener }: OpenedSession, symbols: readonly string[]): boolean =>
  symbols.every((symbol) => listener.ticks.some((tick) => tick.symbol === symbol));
