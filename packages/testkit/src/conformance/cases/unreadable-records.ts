import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { testWithStage } from '../stage.ts';
import { sendOrderWithUnknownOutcome } from './unknown-outcome.ts';

/** Longer than every adapter waits before records prove that an order is absent. */
const LONG_ENOUGH_MS = 45_000;
const LOOPS_FOR_MS = 75_000;

/**
 * Tests that unreadable records prove nothing about an order (docs/spec/trading.md §7), and tests the request budget.
 */
export function describeUnreadableRecords(options: ConformanceOptions): void {
  const { durationS } = options;

  testWithStage(
    options,
    'does not report an accepted order as absent while its record cannot be parsed, and finds it later',
    async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.script.areRecordsUnreadable = true;
      stage.simulator.script.contractStream = 'silent';
      stage.simulator.script.nextOrders({ kind: 'cut_after_booking' });
      const order = await sendOrderWithUnknownOutcome(stage, session, 'connection_lost');
      const whileOpen = await stage.decide(session, order, new Set(), LONG_ENOUGH_MS);
      expect(['unread', 'undecided']).toContain(whileOpen.verdict);
      await stage.drive.advance(2 * durationS * 1_000);
      const whenClosed = await stage.decide(session, order, new Set(), LONG_ENOUGH_MS);
      expect(['unread', 'undecided']).toContain(whenClosed.verdict);
      stage.simulator.script.areRecordsUnreadable = false;
      expect(await stage.decide(session, order)).toMatchObject({ verdict: 'found' });
      expect(stage.simulator.book.contracts()).toHaveLength(1);
    },
  );

  testWithStage(options, 'stays within its request budget while it repeats requests for records', async (stage) => {
    const { session } = await stage.connected(1);
    stage.simulator.script.areRecordsUnreadable = true;
    stage.simulator.script.contractStream = 'silent';
    const reply = await stage.place(session, stage.order(session));
    if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
    stage.simulator.script.nextOrders({ kind: 'no_ack' });
    const order = await sendOrderWithUnknownOutcome(stage, session, 'timeout');
    const endMs = stage.drive.clock.now() + LOOPS_FOR_MS;
    const loop = async (): Promise<void> => {
      while (stage.drive.clock.now() < endMs) {
        await session.reconcile([order], new Set());
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await stage.drive.settled('the loops', Promise.all([loop(), loop(), loop()]), 3 * LOOPS_FOR_MS);
    expect(stage.simulator.rate.busiestMinute()).toBeLessThanOrEqual(options.supports.requestsPerMinute);
  });
}
