import type { BrokerOrder, BrokerSession, OrderReply, SentOrder } from '@vigia/broker-kit/port';
import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { type Stage, scene } from '../stage.ts';

/** An order sent this recently may still be queued at the broker and booked later. */
const STILL_ON_ITS_WAY_MS = 2_500;

/** Orders whose reply got lost: reported as unknown, sent once, decided by the broker's records. */
export function describeUnknownOutcomes(options: ConformanceOptions): void {
  const { durationS } = options;

  scene(options, 'cut before it was booked: unknown, then absent', async (stage) => {
    const { session } = await stage.connected(1);
    stage.simulator.script.nextOrders({ kind: 'cut_before_booking' });
    const order = await inDoubt(stage, session, 'connection_lost');
    expect(await stage.decide(session, order)).toEqual({ verdict: 'absent' });
    expect(stage.simulator.book.contracts()).toEqual([]);
  });

  scene(options, 'does not call an order absent that may still be on its way', async (stage) => {
    const { session } = await stage.connected(1);
    stage.simulator.script.nextOrders({ kind: 'cut_before_booking' });
    const order = await inDoubt(stage, session, 'connection_lost');
    expect(stage.drive.clock.now() - order.sentAtMs).toBeLessThan(STILL_ON_ITS_WAY_MS);
    const answer = await stage.drive.settled('reconcile', session.reconcile([order], new Set()), STILL_ON_ITS_WAY_MS);
    if (answer.ok) expect(answer.value).toEqual([{ verdict: 'undecided' }]);
  });

  scene(options, 'cut after it was booked: unknown, then found, and its end is reported', async (stage) => {
    const { session, listener } = await stage.connected(1);
    stage.simulator.script.nextOrders({ kind: 'cut_after_booking' });
    const order = await inDoubt(stage, session, 'connection_lost');
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
  });

  scene(options, 'cut right after the acknowledgement: its end is reported all the same', async (stage) => {
    const { session, listener } = await stage.connected(1);
    stage.simulator.script.nextOrders({ kind: 'cut_after_ack' });
    const reply = await stage.place(session, stage.order(session));
    if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
    const { contractId } = reply.contract;
    await stage.drive.until('the end', () => listener.ends(contractId).length > 0, 2 * durationS * 1000 + 120_000);
    expect(stage.simulator.book.contracts()).toHaveLength(1);
  });

  scene(options, 'booked but never acknowledged: unknown after its time, then found', async (stage) => {
    const { session } = await stage.connected(1);
    stage.simulator.script.nextOrders({ kind: 'no_ack' });
    const order = await inDoubt(stage, session, 'timeout');
    expect(await stage.decide(session, order)).toMatchObject({ verdict: 'found' });
    expect(stage.simulator.book.contracts()).toHaveLength(1);
  });

  scene(options, 'swallowed without a word: unknown after its time, then absent', async (stage) => {
    const { session } = await stage.connected(1);
    stage.simulator.script.nextOrders({ kind: 'ignore' });
    const order = await inDoubt(stage, session, 'timeout');
    expect(await stage.decide(session, order)).toEqual({ verdict: 'absent' });
  });

  scene(
    options,
    'a socket may have held its order back until its end: absent only some seconds later',
    async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.script.nextOrders({ kind: 'ignore' });
      const order = await inDoubt(stage, session, 'timeout');
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

  scene(options, 'an acknowledgement that comes too late changes nothing and places nothing', async (stage) => {
    const { session } = await stage.connected(1);
    stage.simulator.script.nextOrders({ kind: 'delay_ack', ms: 45_000 });
    const order = await inDoubt(stage, session, 'timeout');
    await stage.drive.advance(50_000);
    expect(await stage.decide(session, order)).toMatchObject({ verdict: 'found' });
    expect(session.state()).toEqual({ status: 'connected' });
    expect(stage.simulator.book.contracts()).toHaveLength(1);
  });

  scene(options, 'does not give an order of unknown outcome the contract of its twin', async (stage) => {
    const { session } = await stage.connected(1);
    const first = await stage.place(session, stage.order(session));
    if (first.outcome !== 'accepted') throw new Error(`the order is ${first.outcome}`);
    const claimed = new Set([first.contract.contractId]);
    stage.simulator.script.nextOrders({ kind: 'no_ack' }, { kind: 'ignore' });
    const second = await inDoubt(stage, session, 'timeout');
    const decided = await stage.decide(session, second, claimed);
    if (decided.verdict !== 'found') throw new Error(`the second order is ${decided.verdict}`);
    expect(claimed).not.toContain(decided.contract.contractId);
    claimed.add(decided.contract.contractId);
    const third = await inDoubt(stage, session, 'timeout');
    expect(await stage.decide(session, third, claimed)).toEqual({ verdict: 'absent' });
    expect(stage.simulator.book.contracts()).toHaveLength(2);
  });

  scene(options, 'decides several at once, one answer each, in their order', async (stage) => {
    const { session } = await stage.connected(1);
    stage.simulator.script.nextOrders({ kind: 'ignore' }, { kind: 'no_ack' });
    const lost = await inDoubt(stage, session, 'timeout');
    await stage.drive.advance(30_000);
    const booked = await inDoubt(stage, session, 'timeout');
    // Late enough for the records to show both.
    await stage.drive.advance(30_000);
    const answer = await stage.drive.settled('reconcile', session.reconcile([booked, lost], new Set()));
    if (!answer.ok) throw new Error(answer.error.kind);
    expect(answer.value.map(({ verdict }) => verdict)).toEqual(['found', 'absent']);
  });

  scene(options, 'does not call an order absent while the records are out of reach', async (stage) => {
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
      // Late enough to be sure, were there anything to read.
      await stage.drive.advance(60_000);
    }
    await stage.simulator.restart();
    await stage.drive.until('the connection to be back', () => session.state().status === 'connected', 90_000);
    expect(await stage.decide(session, sent)).toMatchObject({ verdict: 'found' });
  });
}

/** Sends an order whose outcome stays unknown for that cause, and waits until the session is connected (again). */
async function inDoubt(stage: Stage, session: BrokerSession, cause: string): Promise<SentOrder> {
  const order = stage.order(session);
  const reply = await stage.place(session, order);
  expect(reply).toMatchObject({ outcome: 'unknown', cause });
  await stage.drive.until('the connection to be back', () => session.state().status === 'connected', 90_000);
  return sentOrder(order, reply);
}

export function sentOrder(order: BrokerOrder, reply: OrderReply): SentOrder {
  if (reply.outcome !== 'unknown') throw new Error(`the order is ${reply.outcome}`);
  return { ...order, sentAtMs: reply.sentAtMs };
}
