import type { BrokerAsset } from '@vigia/broker-kit/port';
import { minorUnits } from '@vigia/core/kernel';
import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { testWithStage } from '../stage.ts';

const ASSETS_WITHIN_MS = 11 * 60_000;

/** Tests that the broker's refusals are mapped to the fault kinds that all brokers share. */
export function describeRefusals(options: ConformanceOptions): void {
  const { symbol, supports } = options;

  testWithStage(
    options,
    'refuses an order while the market is closed, and lists the asset as closed',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      stage.simulator.market.setOpen(stage.simulated(symbol), false);
      const reply = await stage.place(session, stage.order(session));
      expect(reply).toMatchObject({ outcome: 'refused', fault: { kind: 'market_closed' } });
      const isOpenIn = (assets: readonly BrokerAsset[] = []) => assets.find((asset) => asset.symbol === symbol)?.isOpen;
      const isTold = (isOpen: boolean) => () => isOpenIn(listener.assets.at(-1)) === isOpen;
      await stage.drive.until('the asset to show closed', isTold(false), ASSETS_WITHIN_MS);
      expect(isOpenIn(session.assets())).toBe(false);
      stage.simulator.market.setOpen(stage.simulated(symbol), true);
      await stage.drive.until('the asset to show open', isTold(true), ASSETS_WITHIN_MS);
      expect(isOpenIn(session.assets())).toBe(true);
      expect(stage.simulator.book.contracts()).toEqual([]);
    },
  );

  testWithStage(options, 'refuses an order with a stake outside the limits', async (stage) => {
    const { session } = await stage.connected(1);
    const market = stage.simulator.market.asset(stage.simulated(symbol));
    for (const stakeMinor of [(market?.minStakeMinor ?? 0) - 50, (market?.maxStakeMinor ?? 0) + 100]) {
      const reply = await stage.place(session, stage.order(session, { stakeMinor: minorUnits(stakeMinor) }));
      expect(reply).toMatchObject({ outcome: 'refused', fault: { kind: 'stake_out_of_range' } });
    }
    expect(stage.simulator.book.contracts()).toEqual([]);
  });

  testWithStage(options, 'refuses an order with a stake above the balance', async (stage) => {
    const { session } = await stage.connected(1);
    const { accountId, balanceMinor } = stage.account(session, 'real');
    const order = stage.order(session, {
      accountId,
      stakeMinor: minorUnits(balanceMinor - (balanceMinor % 100) + 100),
    });
    const reply = await stage.place(session, order);
    expect(reply).toMatchObject({ outcome: 'refused', fault: { kind: 'insufficient_funds' } });
    expect(stage.simulator.book.contracts()).toEqual([]);
  });

  for (const kind of supports.refusals) {
    testWithStage(options, `maps the broker’s refusal to ${kind}`, async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.script.nextOrders({ kind: 'refuse', as: kind });
      const reply = await stage.place(session, stage.order(session));
      expect(reply).toMatchObject({ outcome: 'refused', fault: { kind } });
      expect(stage.simulator.book.contracts()).toEqual([]);
      expect((await stage.place(session, stage.order(session))).outcome).toBe('accepted');
    });
  }

  if (supports.rateLimit) {
    testWithStage(options, 'reports an exceeded rate limit, and stays connected', async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.script.isRateLimited = true;
      const nowMs = stage.drive.clock.now();
      const answer = await stage.drive.settled(
        'candles',
        session.candles(symbol, 60, nowMs - 600_000, nowMs - 60_000),
        120_000,
      );
      expect(answer).toMatchObject({ ok: false, error: { kind: 'rate_limited' } });
      expect(session.state()).toEqual({ status: 'connected' });
      stage.simulator.script.isRateLimited = false;
      const again = await stage.drive.settled(
        'candles',
        session.candles(symbol, 60, nowMs - 600_000, nowMs - 60_000),
        120_000,
      );
      expect(again.ok).toBe(true);
    });
  }
}
