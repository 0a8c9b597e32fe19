import type { BrokerSession, OrderReply, TimedOrder } from '@vigia/broker-kit/port';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { iqOptionBroker } from './index.ts';
import { SIMULATED_PASSWORD, startSimulator } from './simulator/index.ts';

function opened(simulator: Awaited<ReturnType<typeof startSimulator>>, drive: ClockDriver) {
  const listener = new Listener(drive.clock);
  const session = iqOptionBroker.open(
    { kind: 'password', email: 'ana@example.com', password: SIMULATED_PASSWORD },
    null,
    listener,
    {
      clock: drive.clock,
      rng: new SeededRng(7),
      ids: new CountingIds(),
      log: () => undefined,
      origins: simulator.origins,
    },
  );
  return { session, listener };
}

async function stage() {
  const drive = new ClockDriver(Date.UTC(2026, 10, 24, 9, 12, 7, 250));
  const simulator = await startSimulator(drive.clock, 7);
  const { session, listener } = opened(simulator, drive);
  expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
  const end = async () => {
    await drive.settled('close', session.close('keep'));
    await simulator.stop();
  };
  return { drive, simulator, listener, session, end };
}

const orderOf = (session: BrokerSession, drive: ClockDriver, changes: Partial<TimedOrder> = {}): TimedOrder => ({
  orderId: 'o',
  accountId: session.accounts().find(({ kind }) => kind === 'demo')?.accountId ?? '',
  symbol: 'EURUSD',
  direction: 'CALL',
  stakeMinor: minorUnits(1_000),
  durationS: 30,
  minPayoutRatio: null,
  sendDeadlineMs: epochMs(drive.clock.now() + 60_000),
  ...changes,
});

const sendingTime = (reply: OrderReply): ReturnType<typeof epochMs> => {
  if (reply.outcome !== 'unknown') throw new Error(`the order is ${reply.outcome}`);
  return reply.sentAtMs;
};

describe('the IQ Option adapter', () => {
  it('settles contracts from the history, if the stream sends no contract events', async () => {
    const { drive, simulator, session, listener, end } = await stage();
    simulator.script.contractStream = 'silent';
    const orders = Array.from({ length: 7 }, () => session.place(orderOf(session, drive)));
    await drive.settled('the orders', Promise.all(orders));
    const all = simulator.book.contracts();
    expect(all).toHaveLength(7);
    await drive.until('the ends', () => all.every(({ contractId }) => listener.ends(contractId).length === 1), 60_000);
    await end();
  });

  it('does not match an order whose execution status is unknown with a contract of another duration', async () => {
    const { drive, simulator, session, end } = await stage();
    simulator.script.nextOrders({ kind: 'ignore' }, { kind: 'no_ack' });
    const wanted = [60, 45].map((durationS) => orderOf(session, drive, { durationS }));
    const replies = await drive.settled('no replies', Promise.all(wanted.map((order) => session.place(order))));
    await drive.advance(10_000);
    const sent = wanted.map((order, index) => {
      const reply = replies[index];
      if (!reply) throw new Error('a reply is missing');
      return { ...order, sentAtMs: sendingTime(reply) };
    });
    const answer = await drive.settled('reconcile', session.reconcile(sent, new Set()));
    if (!answer.ok) throw new Error(answer.error.detail);
    expect(answer.value.map(({ verdict }) => verdict)).toEqual(['absent', 'found']);
    await end();
  });

  it('leaves an order undecided while the broker may still accept it', async () => {
    const { drive, simulator, session, end } = await stage();
    simulator.script.nextOrders({ kind: 'cut_before_booking' });
    const order = orderOf(session, drive);
    const sent = { ...order, sentAtMs: sendingTime(await drive.settled('the cut', session.place(order))) };
    await drive.until('the connection', () => session.state().status === 'connected');
    const early = await drive.settled('reconcile', session.reconcile([sent], new Set()));
    expect(early).toEqual({ ok: true, value: [{ verdict: 'undecided' }] });
    await drive.advance(16_000);
    const late = await drive.settled('reconcile', session.reconcile([sent], new Set()));
    expect(late).toEqual({ ok: true, value: [{ verdict: 'absent' }] });
    await end();
  });
});

describe('the IQ Option adapter, if a symbol was watched before the session connects,', () => {
  it('publishes the prices of the symbol once the session is connected', async () => {
    const drive = new ClockDriver(Date.UTC(2026, 10, 24, 9, 12, 7, 250));
    const simulator = await startSimulator(drive.clock, 7);
    const { session, listener } = opened(simulator, drive);
    session.watch('EURUSD');
    await drive.settled('connect', session.connect());
    await drive.until('a tick', () => listener.ticks.length > 0, 10_000);
    expect(listener.ticks.at(0)?.symbol).toBe('EURUSD');
    await drive.settled('close', session.close('keep'));
    await simulator.stop();
  });
});
