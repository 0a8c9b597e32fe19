import type { BrokerSession } from '@vigia/broker-kit/port';
import { type Clock, epochMs, minorUnits } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { iqOptionBroker } from './index.ts';
import { SIMULATED_PASSWORD, startSimulator } from './simulator/index.ts';

const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);

async function stage(clockOf: (clock: Clock) => Clock = (clock) => clock) {
  const drive = new ClockDriver(START_MS);
  const simulator = await startSimulator(clockOf(drive.clock), 7);
  const listener = new Listener(drive.clock);
  const log: string[] = [];
  const open = (password = SIMULATED_PASSWORD): BrokerSession =>
    iqOptionBroker.open({ kind: 'password', email: 'ana@example.com', password }, null, listener, {
      clock: drive.clock,
      rng: new SeededRng(7),
      ids: new CountingIds(),
      log: (_level, text) => void log.push(text),
      origins: simulator.origins,
    });
  const session = open();
  expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
  const end = async () => {
    await drive.settled('close', session.close('keep'));
    await simulator.stop();
  };
  return { drive, simulator, listener, session, log, end };
}

describe('a session that ended at the broker', () => {
  it('is renewed once by a new login, and counts as expired if the broker ends it again soon afterwards', async () => {
    const { drive, simulator, session, listener, end } = await stage();
    simulator.script.expireSessions();
    await drive.until('the cut', () => session.state().status === 'connecting');
    await drive.until('the renewal', () => session.state().status === 'connected');
    expect(listener.resumables.map((secret) => secret !== null)).toEqual([true, false, true]);
    await drive.advance(60_000);
    simulator.script.expireSessions();
    await drive.until('the end', () => session.state().status === 'failed');
    expect(session.state()).toMatchObject({ fault: { kind: 'session_expired' } });
    expect(listener.resumable()).toBeNull();
    await end();
  });

  it('is renewed again if the last renewal was long ago', async () => {
    const { drive, simulator, session, end } = await stage();
    for (let round = 0; round < 2; round++) {
      simulator.script.expireSessions();
      await drive.until('the cut', () => session.state().status === 'connecting');
      await drive.until('the renewal', () => session.state().status === 'connected');
      await drive.advance(11 * 60_000);
    }
    expect(session.state().status).toBe('connected');
    await end();
  });
});

describe('a session that is closed while it connects', () => {
  it('stays closed, and reports no failure', async () => {
    const { drive, simulator, session, listener, end } = await stage();
    await drive.settled('close', session.close('keep'));
    const again = iqOptionBroker.open(
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
    const connecting = again.connect();
    await drive.settled('close', again.close('keep'));
    expect(await drive.settled('connect', connecting)).toMatchObject({ ok: false });
    expect(again.state()).toEqual({ status: 'closed' });
    expect(listener.states.map(({ status }) => status)).not.toContain('failed');
    await end();
  });
});

describe('a session that no longer receives the server’s time', () => {
  it('reconnects after a minute, even if heartbeats still arrive', async () => {
    const { drive, session, listener, end } = await stage((clock) => ({
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      after: (delay, task) => clock.after(delay, task),
      // Removes the simulator's task that sends `timeSync` every second.
      every: (interval, task) => (interval === 1_000 ? () => undefined : clock.every(interval, task)),
    }));
    await drive.advance(55_000);
    expect(session.state().status).toBe('connected');
    await drive.until(
      'the renewal',
      () => listener.states.filter(({ status }) => status === 'connecting').length > 1,
      30_000,
    );
    await drive.until('the connection', () => session.state().status === 'connected');
    await end();
  });
});

describe('orders at IQ Option', () => {
  const orderOf = (session: BrokerSession, drive: ClockDriver, orderId: string) => ({
    orderId,
    accountId: session.accounts().find(({ kind }) => kind === 'demo')?.accountId ?? '',
    symbol: 'EURUSD',
    direction: 'CALL' as const,
    stakeMinor: minorUnits(1_000),
    durationS: 30,
    minPayoutRatio: null,
    sendDeadlineMs: epochMs(drive.clock.now() + 60_000),
  });

  it('are sent before other queued requests', async () => {
    const { drive, simulator, session, end } = await stage();
    await drive.advance(2_000);
    const nowMs = drive.clock.now();
    const questions = Array.from({ length: 20 }, () => session.candles('EURUSD', 60, nowMs - 600_000, nowMs));
    const placed = session.place(orderOf(session, drive, 'o'));
    expect(await drive.settled('the order', placed, 1_200)).toMatchObject({ outcome: 'accepted' });
    expect(simulator.book.contracts()).toHaveLength(1);
    await drive.settled('the questions', Promise.all(questions));
    await end();
  });

  it('are not sent if their deadline passes while they wait in the queue', async () => {
    const { drive, simulator, session, end } = await stage();
    await drive.advance(2_000);
    const soonMs = epochMs(drive.clock.now() + 1_500);
    const orders = Array.from({ length: 12 }, (_, index) =>
      session.place({ ...orderOf(session, drive, `o-${index}`), sendDeadlineMs: soonMs }),
    );
    const replies = await drive.settled('the replies', Promise.all(orders));
    const refused = replies.filter(({ outcome }) => outcome === 'refused');
    expect(replies.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(10);
    expect(refused).toHaveLength(2);
    expect(simulator.book.contracts()).toHaveLength(10);
    await end();
  });
});
