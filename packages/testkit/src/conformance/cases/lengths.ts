import type { BrokerContract, BrokerSession, SentOrder } from '@vigia/broker-kit/port';
import { expect } from 'vitest';
import type { Listener } from '../listener.ts';
import type { ConformanceOptions } from '../options.ts';
import { type Stage, testWithStage } from '../stage.ts';

/** Longest time until an adapter that requests the durations of an asset knows them. */
const LISTED_WITHIN_MS = 10_000;
/** Longest time until a contract with a duration in ticks has ended and its end is reported. */
const TICKS_WITHIN_MS = 60_000;

/** Tests the shortest duration in seconds, and durations in ticks at a broker that sells them. */
export function describeLengths(options: ConformanceOptions): void {
  const { symbol, ticks } = options;

  testWithStage(options, 'sells the shortest listed duration, and reports its end', async (stage) => {
    const { session, listener } = await stage.connected(1);
    const asset = await listed(stage, session, symbol);
    const durationS = asset.durationsS[0] ?? Number.NaN;
    const reply = await stage.place(session, stage.order(session, { durationS }));
    if (reply.outcome !== 'accepted') throw new Error(`the order of ${durationS} s is ${reply.outcome}`);
    const { contractId, openedAtMs, expiryMs } = reply.contract;
    expect(reply.contract.ticks).toBeUndefined();
    // If a broker sells fixed expiry times, the duration differs from the requested duration by at most one step.
    expect(Math.abs(expiryMs - openedAtMs - durationS * 1_000)).toBeLessThanOrEqual(durationS * 1_000);
    await stage.drive.until('the end', () => listener.ends(contractId).length > 0, 2 * durationS * 1_000 + 60_000);
  });

  if (ticks === undefined) {
    testWithStage(
      options,
      'lists no durations in ticks, and refuses an order with such a duration without sending it',
      async (stage) => {
        const { session } = await stage.connected(1);
        expect((await listed(stage, session, symbol)).durationTicks).toBeUndefined();
        const order = stage.orderInTicks(session, 5);
        const refused = { kind: 'invalid_duration' };
        expect(await stage.place(session, order)).toMatchObject({ outcome: 'refused', fault: refused });
        expect(await stage.drive.settled('a quote', session.quote(order))).toMatchObject({ ok: false, error: refused });
        expect(stage.simulator.book.contracts()).toEqual([]);
      },
    );
    return;
  }

  testWithStage(
    options,
    'counts the ticks of a contract with a duration in ticks, and reports the end with its last tick',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      expect((await listed(stage, session, symbol)).durationTicks).toContain(ticks);
      const order = stage.orderInTicks(session, ticks);
      expect(await stage.drive.settled('a quote', session.quote(order))).toMatchObject({ ok: true });
      const reply = await stage.place(session, order);
      if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
      const { contractId } = reply.contract;
      await stage.drive.until('the end', () => listener.ends(contractId).length > 0, TICKS_WITHIN_MS);
      expect(ticksPassed(listener, contractId)).toEqual(Array.from({ length: ticks + 1 }, (_, passed) => passed));
      expectEndOfTicks(stage, listener.ends(contractId).at(-1), ticks);
    },
  );

  testWithStage(
    options,
    'finds a contract with a duration in ticks by its terms, while it runs and after it has ended',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      await listed(stage, session, symbol);
      for (const waitMs of [0, TICKS_WITHIN_MS]) {
        const order = await inDoubt(stage, session, ticks);
        await stage.drive.advance(waitMs);
        const claimed = new Set(
          stage.simulator.book
            .contracts()
            .slice(0, -1)
            .map(({ contractId }) => contractId),
        );
        const decided = await stage.decide(session, order, claimed);
        if (decided.verdict !== 'found') throw new Error(`the order is ${decided.verdict}`);
        expect(decided.contract).toMatchObject({ contractId: stage.simulator.book.contracts().at(-1)?.contractId });
        expect(decided.contract.ticks?.total).toBe(ticks);
        const { contractId, accountId, expiryMs } = decided.contract;
        session.follow([{ contractId, accountId, expiryMs }]);
        await stage.drive.until('the end', () => listener.ends(contractId).length > 0, TICKS_WITHIN_MS);
        expectEndOfTicks(stage, listener.ends(contractId).at(-1), ticks);
      }
    },
  );

  testWithStage(
    options,
    'never matches an order with a duration in ticks with a contract by time, or with another number of ticks',
    async (stage) => {
      const { session } = await stage.connected(1);
      await listed(stage, session, symbol);
      await stage.place(session, stage.orderInTicks(session, ticks + 1));
      await stage.place(session, stage.order(session));
      stage.simulator.script.nextOrders({ kind: 'cut_before_booking' });
      const order = await sentInTicks(stage, session, ticks);
      expect(await stage.decide(session, order)).toEqual({ verdict: 'absent' });
    },
  );
}

async function listed({ drive }: Stage, session: BrokerSession, symbol: string) {
  session.watch(symbol);
  const asset = () => session.assets().find((one) => one.symbol === symbol && one.durationsS.length > 0);
  await drive.until('the lengths of the asset', () => asset() !== undefined, LISTED_WITHIN_MS);
  return asset() ?? expect.fail('the asset is listed');
}

async function inDoubt(stage: Stage, session: BrokerSession, ticks: number): Promise<SentOrder> {
  stage.simulator.script.nextOrders({ kind: 'cut_after_booking' });
  return sentInTicks(stage, session, ticks);
}

async function sentInTicks(stage: Stage, session: BrokerSession, ticks: number): Promise<SentOrder> {
  await stage.drive.until('a connection', () => session.state().status === 'connected', 90_000);
  const order = stage.orderInTicks(session, ticks);
  const reply = await stage.place(session, order);
  if (reply.outcome !== 'unknown') throw new Error(`the order is ${reply.outcome}`);
  return { ...order, sentAtMs: reply.sentAtMs };
}

const ticksPassed = (listener: Listener, contractId: string): readonly (number | null | undefined)[] =>
  [
    ...new Set(
      listener.contracts.filter((contract) => contract.contractId === contractId).map(({ ticks }) => ticks?.passed),
    ),
  ].toSorted((a, b) => (a ?? 0) - (b ?? 0));

/** Expects the end in the broker's order book: the tick that is the nth after the entry, with its price. */
function expectEndOfTicks({ simulator }: Stage, contract: BrokerContract | undefined, ticks: number): void {
  const booked = simulator.book.contract(contract?.contractId ?? '');
  expect(booked?.ticks).toBe(ticks);
  expect(contract?.ticks?.total).toBe(ticks);
  expect(contract?.result).toMatchObject({
    outcome: booked?.result?.outcome,
    profitMinor: booked?.result?.profitMinor,
    settlePrice: booked?.result?.settlePrice,
  });
  const seconds = (timeMs: number | null | undefined): number => Math.floor((timeMs ?? Number.NaN) / 1_000);
  expect(seconds(contract?.expiryMs)).toBe(seconds(booked?.result?.settleTickMs));
}
