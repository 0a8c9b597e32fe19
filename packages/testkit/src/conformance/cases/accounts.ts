import type { BrokerSession } from '@vigia/broker-kit/port';
import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { type Stage, testWithStage } from '../stage.ts';

/** Tests logins with several accounts of one kind: an order, its records and its money belong to one account only. */
export function describeAccounts(options: ConformanceOptions): void {
  const { severalAccounts } = options.supports;
  if (severalAccounts !== true) {
    testWithStage(
      options,
      'lists one demo and one real account, at a broker with one account of each kind',
      async (stage) => {
        const kinds = (await stage.connected(1)).session.accounts().map(({ kind }) => kind);
        expect(kinds.toSorted()).toEqual(['demo', 'real']);
      },
    );
    return;
  }
  const { credentials, durationS } = options;
  const CURRENCY = 'EUR';
  /** Signs in to a login with two demo accounts, and returns the id of the second account. */
  const begin = async (stage: Stage) => {
    const { accountId } = stage.simulator.book.openFurther(credentials.login(1), 'demo', CURRENCY);
    return { ...(await stage.connected(1)), accountId };
  };
  const balanceOf = (session: BrokerSession, accountId: string) =>
    session.accounts().find((account) => account.accountId === accountId)?.balanceMinor;

  testWithStage(options, 'places an order on the named account, and changes no other balance', async (stage) => {
    const { session, listener, accountId } = await begin(stage);
    const { book } = stage.simulator;
    const first = stage.account(session, 'demo');
    expect(first.accountId).not.toBe(accountId);
    const reply = await stage.place(session, stage.order(session, { accountId }));
    if (reply.outcome !== 'accepted') throw new Error(reply.outcome);
    const { contractId } = reply.contract;
    expect(reply.contract.accountId).toBe(accountId);
    expect(stage.booked(contractId)?.accountId).toBe(accountId);
    await stage.drive.until('the end', () => listener.ends(contractId).length > 0, 2 * durationS * 1000 + 60_000);
    await stage.drive.until(
      'the balance',
      () => balanceOf(session, accountId) === book.account(accountId)?.balanceMinor,
    );
    expect(balanceOf(session, first.accountId)).toBe(first.balanceMinor);
  });

  testWithStage(options, 'finds an order without a reply only in the records of its own account', async (stage) => {
    const { session, accountId } = await begin(stage);
    const terms = { accountId, stakeMinor: stage.order(session).stakeMinor };
    const twin = await stage.place(session, stage.order(session));
    if (twin.outcome !== 'accepted') throw new Error(twin.outcome);
    stage.simulator.script.nextOrders({ kind: 'cut_before_booking' });
    const order = stage.order(session, terms);
    const reply = await stage.place(session, order);
    if (reply.outcome !== 'unknown') throw new Error(reply.outcome);
    expect(await stage.decide(session, { ...order, sentAtMs: reply.sentAtMs })).toEqual({ verdict: 'absent' });
  });
}
