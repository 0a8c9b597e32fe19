import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { type Stage, testWithStage } from '../stage.ts';
import { sentOrder } from './unknown-outcome.ts';

const ORDERS = 100;
const CERTAIN_WITHIN_MS = 60_000;
/** Longest time until the outcome of 99 in 100 orders is known (docs/spec/retention-and-faults.md §4). */
const PROMPT_MS = 10_000;

/**
 * Tests a hundred orders. Each time the socket is cut between the order and its acknowledgement. The broker books every
 * second order.
 */
export function describeHundredCuts(options: ConformanceOptions): void {
  testWithStage(
    options,
    `resolves each of ${ORDERS} unacknowledged orders within 60 s of the reconnect, and sends no order twice`,
    async (stage) => {
      const figures = { found: 0, absent: 0 };
      const tookMs: number[] = [];
      const { session } = await stage.connected(1);
      const claimed = new Set<string>();
      for (let number = 0; number < ORDERS; number++) {
        const isBooked = number % 2 === 0;
        stage.simulator.script.nextOrders({ kind: isBooked ? 'cut_after_booking' : 'cut_before_booking' });
        const order = stage.order(session);
        const sent = sentOrder(order, await stage.place(session, order));
        await stage.drive.until('the reconnect', () => session.state().status === 'connected', 120_000);
        const reconnectedMs = stage.drive.clock.now();
        const decided = await stage.decide(session, sent, claimed, CERTAIN_WITHIN_MS);
        expect(decided.verdict, `order ${number}`).toBe(isBooked ? 'found' : 'absent');
        tookMs.push(stage.drive.clock.now() - reconnectedMs);
        if (decided.verdict === 'found') {
          expect(claimed).not.toContain(decided.contract.contractId);
          claimed.add(decided.contract.contractId);
          figures.found += 1;
        } else figures.absent += 1;
        expectBooked(stage, figures.found);
      }
      await stage.drive.advance(60_000);
      expectBooked(stage, ORDERS / 2);
      const slowest = tookMs.toSorted((a, b) => a - b);
      expect(slowest.at(-2)).toBeLessThanOrEqual(PROMPT_MS);
      console.info(
        `${options.broker.id}: ${ORDERS} orders cut off · ${figures.found} found · ${figures.absent} absent · ` +
          `${stage.simulator.book.contracts().length} in the broker’s book · slowest certain ` +
          `${slowest.at(-1)} ms after the reconnect`,
      );
    },
    180_000,
  );
}

const expectBooked = ({ simulator }: Stage, count: number): void =>
  expect(simulator.book.contracts()).toHaveLength(count);
