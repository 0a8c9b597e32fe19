import type { BrokerOrder, BrokerSession, OrderReply, SentOrder } from '@vigia/broker-kit/port';
import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { type Stage, testWithStage } from '../stage.ts';

/** Largest age at which the broker may still book a sent order. */
const STILL_ON_ITS_WAY_MS = 2_500;

/** Tests orders whose reply was lost. They are reported as unknown, sent once, and resolved by the broker's records. */
export function describeUnknownOutcomes(options: ConformanceOptions): void {
  const { durationS } = options;

  testWithStage(
    options,
    'reports an order as unknown, then absent, if the socket is cut before the broker accepts it',
    async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.script.nextOrders({ kind: 'cut_before_booking' });
      const order = await sendOrderWithUnknownOutcome(stage, session, 'connection_lost');
      expect(await stage.decide(session, order)).toEqual({ verdict: 'absent' });
      expect(stage.simulator.book.contracts()).toEqual([]);
    },
  );

  testWithStage(
    options,
    'does not report an order as absent while the order may still reach the broker',
    async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.script.nextOrders({ kind: 'cut_before_booking' });
      const order = await sendOrderWithUnknownOutcome(stage, session, 'connection_lost');
      expect(stage.drive.clock.now() - order.sentAtMs).toBeLessThan(STILL_ON_ITS_WAY_MS);
      const answer = await stage.drive.settled('reconcile', session.reconcile([order], new Set()), STILL_ON_ITS_WAY_MS);
      if (answer.ok) expect(answer.value).toEqual([{ verdict: 'undecided' }]);
    },
  );

  testWithStage(
    options,
    'reports an order as unknown, then found with its result, if the socket is cut after the broker accepted it',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      stage.simulator.script.nextOrders({ kind: 'cut_after_booking' });
      const order = await sendOrderWithUnknownOutcome(stage, session, 'connection_lost');
      const decided = await stage.decide(session, order);
      expect(decided).toMatchObject({
        verdict: 'found',
        contract: { symbol: order.symbol, direction: order.direction, stakeMinor: order.stakeMinor },
      });
      if (decided.verdict !== 'found') return;
      const { contractId, accountId, expiryMs } = decided.contract;
      session.follow([{ contractId, accountId, expiryMs }]);
      await stage.drive.until('the end', () => listener.ends(contractId).length > 0, 2 * durationS * 1000 + 60_000);
      expect(stage.simulator.book.contracts()).toHaveLength(1);
    },
  );

  testWithStage(
    options,
    'reports the result of an order if the socket is cut right after the acknowledgement',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      stage.simulator.script.nextOrders({ kind: 'cut_after_ack' });
      const reply = await stage.place(session, stage.order(session));
      if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
      const { contractId } = reply.contract;
      await stage.drive.until('the end', () => listener.ends(contractId).length > 0, 2 * durationS * 1000 + 120_000);
      expect(stage.simulator.book.contracts()).toHaveLength(1);
    },
  );

  testWithStage(
    options,
    'reports an order as unknown after the timeout, then found, if the broker accepts but never acknowledges it',
    async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.script.nextOrders({ kind: 'no_ack' });
      const order = await sendOrderWithUnknownOutcome(stage, session, 'timeout');
      expect(await stage.decide(session, order)).toMatchObject({ verdict: 'found' });
      expect(stage.simulator.book.contracts()).toHaveLength(1);
    },
  );

  testWithStage(
    options,
    'reports an order as unknown after the timeout, then absent, if the broker ignores it',
    async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.script.nextOrders({ kind: 'ignore' });
      const order = await sendOrderWithUnknownOutcome(stage, session, 'timeout');
      expect(await stage.decide(session, order)).toEqual({ verdict: 'absent' });
    },
  );

  testWithStage(
    options,
    'reports an unanswered order as absent only some seconds after the socket that sent it was closed',
    async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.script.nextOrders({ kind: 'ignore' });
      const order = await sendOrderWithUnknownOutcome(stage, session, 'timeout');
      stage.simulator.script.cutConnections();
      await stage.drive.until('the cut', () => session.state().status === 'connecting');
      const cutMs = stage.drive.clock.now();
      await stage.drive.until('the connection to be back', () => session.state().status === 'connected', 90_000);
      if (stage.drive.clock.now() < cutMs + STILL_ON_ITS_WAY_MS) {
        const answer = await stage.drive.settled(
          'reconcile',
          session.reconcile([order], new Set()),
          STILL_ON_ITS_WAY_MS,
        );
        if (answer.ok) expect(answer.value).toEqual([{ verdict: 'undecided' }]);
      }
      expect(await stage.decide(session, order)).toEqual({ verdict: 'absent' });
      expect(stage.drive.clock.now()).toBeGreaterThanOrEqual(cutMs + STILL_ON_ITS_WAY_MS);
    },
  );

  testWithStage(
    options,
    'reports an order acknowledged after the timeout as found, and does not send it again',
    async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.script.nextOrders({ kind: 'delay_ack', ms: 45_000 });
      const order = await sendOrderWithUnknownOutcome(stage, session, 'timeout');
      await stage.drive.advance(50_000);
      expect(await stage.decide(session, order)).toMatchObject({ verdict: 'found' });
      expect(session.state()).toEqual({ status: 'connected' });
      expect(stage.simulator.book.contracts()).toHaveLength(1);
    },
  );

  testWithStage(
    options,
    'does not match an order whose execution status is unknown with the contract of another order with the same terms',
    async (stage) => {
      const { session } = await stage.connected(1);
      const first = await stage.place(session, stage.order(session));
      if (first.outcome !== 'accepted') throw new Error(`the order is ${first.outcome}`);
      const claimed = new Set([first.contract.contractId]);
      stage.simulator.script.nextOrders({ kind: 'no_ack' }, { kind: 'ignore' });
      const second = await sendOrderWithUnknownOutcome(stage, session, 'timeout');
      const decided = await stage.decide(session, second, claimed);
      if (decided.verdict !== 'found') throw new Error(`the second order is ${decided.verdict}`);
      expect(claimed).not.toContain(decided.contract.contractId);
      claimed.add(decided.contract.contractId);
      const third = await sendOrderWithUnknownOutcome(stage, session, 'timeout');
      expect(await stage.decide(session, third, claimed)).toEqual({ verdict: 'absent' });
      expect(stage.simulator.book.contracts()).toHaveLength(2);
    },
  );

  testWithStage(
    options,
    'resolves several orders at once, with one verdict each in the order of the request',
    async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.script.nextOrders({ kind: 'ignore' }, { kind: 'no_ack' });
      const lost = await sendOrderWithUnknownOutcome(stage, session, 'timeout');
      await stage.drive.advance(30_000);
      const booked = await sendOrderWithUnknownOutcome(stage, session, 'timeout');
      // After this time the records contain both contracts.
      await stage.drive.advance(30_000);
      const verdicts = async () => {
        const answer = await stage.drive.settled('reconcile', session.reconcile([booked, lost], new Set()));
        if (!answer.ok) throw new Error(answer.error.kind);
        return answer.value.map(({ verdict }) => verdict);
      };
      expect(['found,absent', 'found,undecided']).toContain((await verdicts()).join());
      // A broker may need a second reading to prove an absence.
      await stage.drive.advance(30_000);
      expect(await verdicts()).toEqual(['found', 'absent']);
    },
  );

  testWithStage(options, 'does not report an order as absent while the records cannot be read', async (stage) => {
    const { session } = await stage.connected(1);
    stage.simulator.script.nextOrders({ kind: 'cut_after_booking' });
    const order = stage.order(session);
    const handed = session.place(order);
    await stage.drive.until('the booking', () => stage.simulator.book.contracts().length === 1);
    await stage.simulator.stop();
    const sent = sentOrder(order, await stage.drive.settled('a reply', handed));
    for (let question = 0; question < 2; question++) {
      const answer = await stage.drive.settled('reconcile', session.reconcile([sent], new Set()), 120_000);
      if (answer.ok) expect(answer.value).toEqual([{ verdict: 'undecided' }]);
      // After this time complete and readable records would prove the absence.
      await stage.drive.advance(60_000);
    }
    await stage.simulator.restart();
    await stage.drive.until('the connection to be back', () => session.state().status === 'connected', 90_000);
    expect(await stage.decide(session, sent)).toMatchObject({ verdict: 'found' });
  });
}

/**
 * Sends an order whose execution status stays unknown because of `cause`. Then waits until the session is connected
 * (again).
 */
export async function sendOrderWithUnknownOutcome(
  stage: Stage,
  session: BrokerSession,
  cause: string,
): Promise<SentOrder> {
  const order = stage.order(session);
  const reply = await stage.place(session, order);
  expect(reply).toMatchObject({ outcome: 'unknown', cause });
  await stage.drive.until('the connection to be back', () => session.state().status === 'connected', 90_000);
  return sentOrder(order, reply);
}

export function sentOrder(order: BrokerOrder, reply: OrderReply): SentOrder {
  if (reply.outcome !== 'unknown') throw new Error(`the order is ${JSON.stringify(reply)}`);
  return { ...order, sentAtMs: reply.sentAtMs };
}
