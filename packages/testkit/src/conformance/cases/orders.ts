import { epochMs, minorUnits, ratio } from '@vigia/core/kernel';
import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { testWithStage } from '../stage.ts';

/** Longest wait for a change of an asset. Every adapter polls the list of assets at much shorter intervals. */
const ASSETS_WITHIN_MS = 11 * 60_000;

/** Largest difference of two payouts that are rounded to basis points. */
const PAYOUT_ROUNDING = 0.000_05;
/** Rounding of a broker that states a payout as an amount, in hundredths of the currency. */
const HALF_CENT = 0.5;

/** Tests orders on a connection that loses no message. */
export function describeOrders(options: ConformanceOptions): void {
  const { credentials, symbol, durationS } = options;

  testWithStage(
    options,
    'places an order exactly once with unchanged terms, and reports the new balance',
    async (stage) => {
      const { session } = await stage.connected(1);
      const order = stage.order(session, { direction: 'PUT', stakeMinor: minorUnits(1_250) });
      const placedMs = stage.drive.clock.now();
      const reply = await stage.place(session, order);
      const booked = stage.simulator.book.contracts();
      expect(booked).toHaveLength(1);
      expect(booked.at(0)).toMatchObject({ symbol: stage.simulated(symbol), direction: 'PUT', stakeMinor: 1_250 });
      expect(stage.simulator.book.account(booked.at(0)?.accountId ?? '')?.kind).toBe('demo');
      if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
      const { contract } = reply;
      expect(contract).toMatchObject({
        accountId: order.accountId,
        symbol,
        direction: 'PUT',
        stakeMinor: 1_250,
        result: null,
      });
      const payoutDifference = (contract.payoutRatio ?? 0) - (booked.at(0)?.payoutRatio ?? 0);
      expect(Math.abs(payoutDifference)).toBeLessThanOrEqual(PAYOUT_ROUNDING + HALF_CENT / 1_250);
      expect(Math.abs(contract.expiryMs - (booked.at(0)?.expiryMs ?? 0))).toBeLessThanOrEqual(1_000);
      expect(contract.openedAtMs).toBeGreaterThanOrEqual(placedMs - 1_000);
      if (contract.entryPrice !== null) expect(contract.entryPrice).toBeCloseTo(booked.at(0)?.entryPrice ?? 0, 8);
      const demo = () => stage.simulator.book.accountsOf(credentials.login(1)).find(({ kind }) => kind === 'demo');
      await stage.drive.until(
        'the balance to follow',
        () => stage.account(session).balanceMinor === demo()?.balanceMinor,
        durationS * 1000,
      );
    },
  );

  testWithStage(options, 'returns a quote that equals the payout of the resulting contract', async (stage) => {
    const { session } = await stage.connected(1);
    const order = stage.order(session);
    const quoted = await stage.drive.settled('a quote', session.quote(order));
    const reply = await stage.place(session, order);
    if (!quoted.ok || reply.outcome !== 'accepted') throw new Error('neither quoted nor bought');
    expect(quoted.value).toBeCloseTo(reply.contract.payoutRatio ?? 0, 4);
    expect(quoted.value).toBeCloseTo(stage.simulator.book.contracts().at(0)?.payoutRatio ?? 0, 4);
  });

  testWithStage(
    options,
    'reports a payout that has fallen, and buys at this payout only if the order sets no minimum payout',
    async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.market.setPayout(stage.simulated(symbol), 0.5);
      const isSeen = async () => {
        const quoted = await stage.drive.settled('a quote', session.quote(stage.order(session)));
        return quoted.ok && Math.abs(quoted.value - 0.5) < 1e-4;
      };
      for (
        const endMs = stage.drive.clock.now() + ASSETS_WITHIN_MS;
        !(await isSeen());
        await stage.drive.advance(10_000)
      ) {
        expect(stage.drive.clock.now(), 'the new payout is seen in time').toBeLessThan(endMs);
      }
      const wanted = await stage.place(session, stage.order(session, { minPayoutRatio: ratio(0.8) }));
      expect(wanted).toMatchObject({ outcome: 'refused', fault: { kind: 'price_moved' } });
      expect(stage.simulator.book.contracts()).toEqual([]);
      const any = await stage.place(session, stage.order(session));
      if (any.outcome !== 'accepted') throw new Error(`the order is ${any.outcome}`);
      expect(any.contract.payoutRatio).toBeCloseTo(0.5, 4);
    },
  );

  testWithStage(options, 'never sends an order at or after its deadline', async (stage) => {
    const { session } = await stage.connected(1);
    const late = stage.order(session, { sendDeadlineMs: epochMs(stage.drive.clock.now()) });
    expect(await stage.place(session, late)).toMatchObject({ outcome: 'refused' });
    await stage.drive.advance(5_000);
    expect(stage.simulator.book.contracts()).toEqual([]);
  });

  testWithStage(
    options,
    'refuses an order while disconnected, and does not send it after the reconnect',
    async (stage) => {
      const { session } = await stage.connected(1);
      await stage.simulator.stop();
      await stage.drive.until('the cut to be noticed', () => session.state().status === 'connecting');
      const reply = await stage.place(session, stage.order(session));
      expect(reply).toMatchObject({ outcome: 'refused', fault: { kind: 'network' } });
      await stage.simulator.restart();
      await stage.drive.until('the connection to be back', () => session.state().status === 'connected', 90_000);
      await stage.drive.advance(10_000);
      expect(stage.simulator.book.contracts()).toEqual([]);
    },
  );

  testWithStage(options, 'places many orders at once, each exactly once and with its own contract', async (stage) => {
    const { session } = await stage.connected(1);
    const orders = Array.from({ length: 8 }, (_, index) =>
      stage.order(session, { stakeMinor: minorUnits(1_000 + 100 * index), direction: index % 2 ? 'PUT' : 'CALL' }),
    );
    const replies = await stage.drive.settled('all replies', Promise.all(orders.map((order) => session.place(order))));
    replies.forEach((reply, index) => {
      expect(reply).toMatchObject({ outcome: 'accepted', contract: { stakeMinor: orders[index]?.stakeMinor } });
    });
    expect(stage.simulator.book.contracts()).toHaveLength(orders.length);
  });
}
