import type { BrokerContract, BrokerSession } from '@vigia/broker-kit/port';
import type { BookContract } from '@vigia/broker-kit/simulator';
import { expect } from 'vitest';
import type { Listener } from '../listener.ts';
import type { ConformanceOptions } from '../options.ts';
import { type Stage, testWithStage } from '../stage.ts';

/**
 * Largest number of rounds. In each round one CALL and one PUT are bought; one wins and the other loses, unless the
 * price does not change.
 */
const MAX_ROUNDS = 6;
/** Longest time until a broker states the entry price. At some brokers a contract starts at the next tick. */
const ENTRY_WITHIN_MS = 5_000;

/** Tests the reports of a contract's end: they are always sent, they are correct, and no older report reverts them. */
export function describeSettlement(options: ConformanceOptions): void {
  const { symbol, durationS, broker } = options;
  const expiresMs = durationS * 1000;

  testWithStage(
    options,
    'reports the result in the broker’s order book for each contract, and the balance after it',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      const contracts: BrokerContract[] = [];
      const outcomes = new Set<string | undefined>();
      for (let round = 0; round < MAX_ROUNDS && !(outcomes.has('won') && outcomes.has('lost')); round++) {
        contracts.push(await bought(stage, session, 'CALL'), await bought(stage, session, 'PUT'));
        await stage.drive.until('both ends', () => haveEnded(listener, contracts), 2 * expiresMs + 60_000);
        for (const { result } of stage.simulator.book.contracts()) outcomes.add(result?.outcome);
      }
      expect([...outcomes]).toEqual(expect.arrayContaining(['won', 'lost']));
      expectAsBooked(stage, listener, contracts);
      const [booked] = stage.simulator.book.accountsOf(options.credentials.login(1));
      await stage.drive.until(
        'the balance',
        () => stage.account(session).balanceMinor === booked?.balanceMinor,
        60_000,
      );
    },
  );

  testWithStage(
    options,
    'reports entry and result of a contract with the prices and times that the broker states',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      const contract = await bought(stage, session, 'CALL');
      const stated = () => listener.contracts.filter(({ contractId }) => contractId === contract.contractId);
      const hasEntry = () => [contract, ...stated()].some(({ entryPrice }) => entryPrice !== null);
      if (options.supports.statesEntry) await stage.drive.until('the entry, before the end', hasEntry, ENTRY_WITHIN_MS);
      await stage.drive.until('the end', () => haveEnded(listener, [contract]), expiresMs + 60_000);
      const last = [contract, ...stated()].at(-1);
      expectStated(broker.traits.priceTimes, stage.simulator.book.contracts().at(0), last);
      const isStated = [last?.entryPrice, last?.entryTickMs].map((value) => typeof value === 'number');
      expect(isStated).toEqual([options.supports.statesEntry, options.supports.statesEntry]);
    },
  );

  testWithStage(
    options,
    `reports a contract with equal entry and end prices as ${broker.traits.onEqualPrices}`,
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      stage.simulator.market.freeze(stage.simulated(symbol));
      await stage.drive.advance(5_000);
      const contract = await bought(stage, session, 'CALL');
      await stage.drive.until('the end', () => haveEnded(listener, [contract]), expiresMs + 120_000);
      expect(listener.ends(contract.contractId).at(-1)?.result).toMatchObject({
        outcome: broker.traits.onEqualPrices,
        profitMinor: broker.traits.onEqualPrices === 'tie' ? 0 : -contract.stakeMinor,
      });
    },
  );

  testWithStage(options, 'waits for a late settlement and does not compute a result itself', async (stage) => {
    const { session, listener } = await stage.connected(1);
    stage.simulator.book.delaySettlement(90_000);
    const contract = await bought(stage, session, 'CALL');
    await stage.drive.until(
      'the expiry to be long past',
      () => stage.drive.clock.now() > contract.expiryMs + 80_000,
      expiresMs + 200_000,
    );
    expect(listener.ends(contract.contractId)).toEqual([]);
    await stage.drive.until('the end', () => haveEnded(listener, [contract]), 120_000);
    expectAsBooked(stage, listener, [contract]);
  });

  testWithStage(options, 'reports correct results when events of contracts arrive twice', async (stage) => {
    const { session, listener } = await stage.connected(1);
    stage.simulator.script.contractStream = 'duplicated';
    stage.simulator.script.everyOrder({ kind: 'double_ack' });
    const contracts = [await bought(stage, session, 'CALL'), await bought(stage, session, 'PUT')];
    await stage.drive.until('both ends', () => haveEnded(listener, contracts), 2 * expiresMs + 60_000);
    await stage.drive.advance(20_000);
    expect(stage.simulator.book.contracts()).toHaveLength(2);
    expectAsBooked(stage, listener, contracts);
  });

  testWithStage(options, 'reports correct results when events of contracts arrive out of order', async (stage) => {
    const { session, listener } = await stage.connected(1);
    stage.simulator.script.contractStream = 'reordered';
    const contracts = [
      await bought(stage, session, 'CALL'),
      await bought(stage, session, 'PUT'),
      await bought(stage, session, 'CALL'),
    ];
    await stage.drive.until('all ends', () => haveEnded(listener, contracts), 2 * expiresMs + 60_000);
    await stage.drive.advance(20_000);
    expectAsBooked(stage, listener, contracts);
  });

  testWithStage(
    options,
    'reads the result from the broker’s records when contract events stop but heartbeats continue',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      stage.simulator.script.contractStream = 'silent';
      const contract = await bought(stage, session, 'CALL');
      await stage.drive.until('the expiry', () => stage.drive.clock.now() >= contract.expiryMs, 2 * expiresMs + 60_000);
      await stage.drive.until('the end', () => haveEnded(listener, [contract]), 60_000);
      expect(session.state()).toEqual({ status: 'connected' });
      expectAsBooked(stage, listener, [contract]);
    },
  );
}

async function bought(stage: Stage, session: BrokerSession, direction: 'CALL' | 'PUT'): Promise<BrokerContract> {
  const reply = await stage.place(session, stage.order(session, { direction }));
  if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
  return reply.contract;
}

/**
 * Expects that prices and times equal those in the broker's book. The trait `priceTimes` states which times are meant:
 * times of ticks, or start and end of the option contract. Brokers state times in whole seconds.
 */
function expectStated(
  times: 'tick' | 'contract',
  booked: Readonly<BookContract> | undefined,
  contract: BrokerContract | undefined,
): void {
  const isTick = times === 'tick';
  const { result } = contract ?? {};
  expect(result?.settlePrice).toBeCloseTo(booked?.result?.settlePrice ?? NaN, 8);
  expectWithinSecond(result?.settleTickMs, isTick ? booked?.result?.settleTickMs : booked?.expiryMs);
  if (contract?.entryPrice === null) return;
  expect(contract?.entryPrice).toBeCloseTo(booked?.entryPrice ?? NaN, 8);
  expectWithinSecond(contract?.entryTickMs, isTick ? booked?.entryTickMs : booked?.openedAtMs);
}

const expectWithinSecond = (timeMs: number | null | undefined, bookedMs: number | undefined): void =>
  expect(Math.abs((timeMs ?? NaN) - (bookedMs ?? NaN))).toBeLessThan(1_000);

const haveEnded = (listener: Listener, contracts: readonly BrokerContract[]): boolean =>
  contracts.every(({ contractId }) => listener.ends(contractId).length > 0);

/**
 * Expects that every reported end equals the end in the broker's book. No later report may show the contract as
 * running.
 */
function expectAsBooked({ simulator }: Stage, listener: Listener, contracts: readonly BrokerContract[]): void {
  contracts.forEach(({ contractId }, place) => {
    const booked = simulator.book.contracts().at(place)?.result;
    for (const { result } of listener.ends(contractId)) {
      expect(result).toMatchObject({ outcome: booked?.outcome, profitMinor: booked?.profitMinor });
    }
    const last = listener.contracts.filter((contract) => contract.contractId === contractId).at(-1);
    expect(last?.result).not.toBeNull();
  });
}
