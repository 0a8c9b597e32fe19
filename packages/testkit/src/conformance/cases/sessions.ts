import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { testWithStage } from '../stage.ts';

/** Tests the states of a session: isolation from other sessions, reconnects, and closing. */
export function describeSessions(options: ConformanceOptions): void {
  const { credentials, supports, durationS } = options;

  testWithStage(options, 'isolates two users: neither receives the other’s balances or contracts', async (stage) => {
    const one = await stage.connected(1);
    const two = await stage.connected(2);
    const before = stage.account(two.session).balanceMinor;
    expect(stage.account(one.session).balanceMinor).not.toBe(before);
    const reply = await stage.place(one.session, stage.order(one.session));
    expect(reply.outcome).toBe('accepted');
    await stage.drive.advance(durationS * 1000 + 90_000);
    const login = credentials.login(1);
    expect(stage.simulator.book.contracts().map(({ loginId }) => loginId)).toEqual([login]);
    expect(one.listener.contracts.some(({ result }) => result !== null)).toBe(true);
    expect(two.listener.contracts).toEqual([]);
    expect(stage.account(two.session).balanceMinor).toBe(before);
    const mine = stage.simulator.book.accountsOf(login).find(({ kind }) => kind === 'demo')?.balanceMinor;
    await stage.drive.until('the balance', () => stage.account(one.session).balanceMinor === mine, 120_000);
  });

  testWithStage(
    options,
    'reconnects by itself after a disconnect, and reports the disconnect and the reconnect',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      stage.simulator.script.cutConnections();
      await stage.drive.until('the cut to be noticed', () => session.state().status === 'connecting');
      await stage.drive.until('the connection to be back', () => session.state().status === 'connected');
      expect(listener.states.slice(-2).map(({ status }) => status)).toEqual(['connecting', 'connected']);
      const reply = await stage.place(session, stage.order(session));
      expect(reply.outcome).toBe('accepted');
    },
  );

  testWithStage(
    options,
    'retries with backoff while the broker is down, and reconnects when it is available again',
    async (stage) => {
      const { session } = await stage.connected(1);
      await stage.simulator.stop();
      await stage.drive.advance(180_000);
      expect(session.state()).toMatchObject({ status: 'connecting', fault: { kind: 'network' } });
      await stage.simulator.restart();
      await stage.drive.until('the connection to be back', () => session.state().status === 'connected', 90_000);
    },
  );

  testWithStage(
    options,
    'reports the result of a contract that ended while the session was disconnected',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      const reply = await stage.place(session, stage.order(session));
      if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
      await stage.simulator.stop();
      await stage.drive.advance(durationS * 1000 + 30_000);
      await stage.simulator.restart();
      const { contractId } = reply.contract;
      await stage.drive.until('the end', () => listener.ends(contractId).length > 0, 120_000);
      expect(listener.ends(contractId).at(-1)?.result).toMatchObject({
        profitMinor: stage.simulator.book.contracts().at(0)?.result?.profitMinor,
      });
    },
  );

  testWithStage(
    options,
    'signs in again when the broker ends the session, or reports the session as expired',
    async (stage) => {
      const { session } = await stage.connected(1);
      stage.simulator.script.expireSessions();
      if (supports.renewsSession) {
        await stage.drive.until('the end of the old session', () => session.state().status !== 'connected', 120_000);
        await stage.drive.until('the new session', () => session.state().status === 'connected', 120_000);
      } else {
        await stage.drive.until('the end', () => session.state().status === 'failed', 120_000);
        expect(session.state()).toMatchObject({
          fault: { kind: expect.stringMatching(/^(session_expired|auth_invalid)$/) },
        });
      }
    },
  );

  testWithStage(
    options,
    'reports the result of a contract that an earlier session opened, even if it has already ended',
    async (stage) => {
      const first = await stage.connected(1);
      const reply = await stage.place(first.session, stage.order(first.session));
      if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
      const { contractId, accountId, expiryMs } = reply.contract;
      await stage.drive.settled('close', first.session.close('keep'));
      await stage.drive.advance(durationS * 1000 + 20_000);
      const second = await stage.connected(1, first.listener.resumable());
      second.session.follow([{ contractId, accountId, expiryMs }]);
      await stage.drive.until('the end', () => second.listener.ends(contractId).length > 0, 60_000);
      const booked = stage.simulator.book.contracts().at(0)?.result;
      expect(second.listener.ends(contractId).at(-1)?.result).toMatchObject({
        outcome: booked?.outcome,
        profitMinor: booked?.profitMinor,
      });
    },
  );

  testWithStage(options, 'reports nothing after the session is closed', async (stage) => {
    const { session, listener } = await stage.connected(1);
    session.watch(options.symbol);
    await stage.place(session, stage.order(session));
    await stage.drive.settled('close', session.close('keep'));
    expect(session.state()).toEqual({ status: 'closed' });
    const before = listener.count;
    await stage.drive.advance(durationS * 1000 + 60_000);
    expect(listener.count).toBe(before);
  });
}
