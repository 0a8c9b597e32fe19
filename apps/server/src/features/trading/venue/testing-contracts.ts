import type { BrokerContract, ContractResult } from '@vigia/broker-kit/port';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { applyContract } from './apply-contract.ts';
import { lockBrokerTrade } from './broker-trades.repository.ts';
import { createVenueWorld } from './testing.ts';

/**
 * Creates a user with one order at the scripted broker. The test applies the broker's option contracts to the order one
 * by one.
 */
export async function createContractWorld(database: TestDatabase) {
  const world = await createVenueWorld(database);
  /** Errors that the server logged; each entry contains the fields, then the text. */
  const errors: unknown[][] = [];
  world.deps.log.error = (...said: unknown[]) => void errors.push(said);

  const booked = (): BrokerContract => {
    const contract = world.broker.book.get('c1');
    if (contract === undefined) throw new Error('the broker has no contract');
    return contract;
  };
  return {
    ...world,
    errors,
    /** Returns the broker's contract of the order. */
    booked,
    /** Returns the broker's contract of the order with a result at its expiry. */
    ended: (
      outcome: ContractResult['outcome'],
      profitMinor: number,
      change: Partial<ContractResult> = {},
    ): BrokerContract => {
      const settledAtMs = booked().expiryMs;
      const price = { settlePrice: 1.2, settleTickMs: settledAtMs };
      const result = { outcome, profitMinor: minorUnits(profitMinor), ...price, settledAtMs, ...change };
      return { ...booked(), result };
    },
    /** Applies an option contract to the order as the venue loop does. */
    async apply(contract: BrokerContract) {
      const { id } = await world.only();
      return database.db.transaction(async (tx) => {
        const row = await lockBrokerTrade(tx, id);
        return row && applyContract(world.deps, tx, row, contract);
      });
    },
    /** Returns the payload of the last event of this kind; undefined if there is none. */
    async payload(kind: string) {
      const [event] = await database.db.sql<{ payload: object }[]>`
        SELECT payload FROM trade_events WHERE trade_id = ${(await world.only()).id} AND kind = ${kind}
        ORDER BY seq DESC LIMIT 1`;
      return event?.payload;
    },
    kinds: async () => world.events((await world.only()).id),
    later: (ms: number) => epochMs(booked().expiryMs + ms),
  };
}
