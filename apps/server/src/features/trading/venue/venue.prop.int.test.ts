import { CaseTally, minimumCount, propertyRuns, propertyTimeoutMs, stopsAtFirstFailure } from '@vigia/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { deleteAllUsers } from '../testing.ts';
import { checkInvariants } from '../testing-invariants.ts';
import { createVenueWorld } from './testing.ts';
import { brokerRecordFaults } from './testing-book.ts';
import type { ScriptedOrderOutcome } from './testing-scripted-broker.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-23')`;
});
afterAll(() => database.close());

type Step =
  | { readonly kind: 'place'; readonly fate: ScriptedOrderOutcome; readonly amount: number }
  | { readonly kind: 'end'; readonly which: number; readonly how: 'won' | 'lost' | 'tie' | 'void' | 'sold' }
  | { readonly kind: 'repeat' | 'correct'; readonly which: number }
  | { readonly kind: 'cut' | 'connect' | 'restart' | 'deposit' | 'tags' }
  | { readonly kind: 'records'; readonly are: 'whole' | 'early' | 'unreadable' }
  | { readonly kind: 'pass'; readonly seconds: number };

const which = fc.nat({ max: 9 });
const fate = fc.constantFrom<ScriptedOrderOutcome>('accept', 'accept', 'refuse', 'lose_reply', 'lose_order', 'hang');
const amount = fc.integer({ min: 1, max: 50 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('place'), fate, amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('end'),
      which,
      how: fc.constantFrom('won', 'lost', 'tie', 'void', 'sold'),
    }),
  },
  fc.record({ kind: fc.constantFrom('repeat', 'correct'), which }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('cut', 'connect', 'restart', 'deposit', 'tags') }) },
  fc.record({ kind: fc.constant('records'), are: fc.constantFrom('whole', 'early', 'unreadable') }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass'), seconds: fc.integer({ min: 1, max: 80 }) }) },
);

type World = Awaited<ReturnType<typeof createVenueWorld>>;

/** Applies one step. The caller awaits the responses to its orders. */
async function applyStep(world: World, one: Step, answers: Promise<unknown>[]): Promise<void> {
  const { broker } = world;
  switch (one.kind) {
    case 'place': {
      broker.fates.push(one.fate);
      const before = broker.handedOver.length;
      let isAnswered = false;
      const answer = world.place({ amount: one.amount }, `key ${answers.length}`).finally(() => {
        isAnswered = true;
      });
      answers.push(answer);
      await expect
        .poll(() => isAnswered || broker.handedOver.length > before, { interval: 1, timeout: 20_000 })
        .toBe(true);
      if (broker.handedOver.length === before) broker.fates.pop();
      return;
    }
    case 'end':
      return end(world, one.which, one.how);
    case 'repeat':
    case 'correct': {
      const ended = [...broker.book.values()].filter(({ result }) => result !== null && result.outcome !== 'sold');
      const contract = ended[one.which % Math.max(1, ended.length)];
      if (contract === undefined) return;
      if (one.kind === 'repeat') return broker.notifyContract(contract.contractId);
      const wasWon = contract.result?.outcome === 'won';
      return broker.end(
        contract.contractId,
        wasWon ? 'lost' : 'won',
        wasWon ? -contract.stakeMinor : contract.stakeMinor,
      );
    }
    case 'cut':
      return broker.disconnect();
    case 'connect':
      return broker.connect();
    case 'restart':
      return world.restart();
    case 'deposit':
      broker.balanceMinor += 12_345;
      return broker.publishBalance();
    case 'tags':
      broker.tags = !broker.tags;
      return;
    case 'records':
      broker.records = one.are;
      return;
    case 'pass':
      return world.pass(one.seconds * 1_000);
  }
}

function end({ broker, clock }: World, index: number, how: 'won' | 'lost' | 'tie' | 'void' | 'sold'): void {
  const open = [...broker.book.values()].filter(({ result }) => result === null);
  const contract = open[index % Math.max(1, open.length)];
  if (contract === undefined) return;
  // A contract can be sold only before its expiry, and the broker decides a contract only after its expiry.
  const isOver = clock.now() >= contract.expiryMs;
  const outcome = isOver && how === 'sold' ? 'won' : how;
  if (!isOver && outcome !== 'sold' && outcome !== 'void') return;
  const profit = { won: 850, lost: -contract.stakeMinor, tie: 0, void: 0, sold: -200 }[outcome];
  broker.end(contract.contractId, outcome, Math.max(profit, -contract.stakeMinor));
}

/** Makes the broker work normally after the last step, and waits until every trade has ended. */
async function endAllTrades(world: World, answers: readonly Promise<unknown>[]): Promise<void> {
  const { broker } = world;
  broker.fates = [];
  broker.records = 'whole';
  broker.release();
  await Promise.all(answers);
  broker.connect();
  await world.pass(70_000);
  for (const [index] of [...broker.book].entries())
    end(world, 0, (['won', 'lost', 'tie'] as const)[index % 3] ?? 'won');
  await world.pass(130_000);
}

/** Checks one database snapshot, because the server may still be writing replies of the broker. */
const check = () => database.db.transaction((tx) => checkInvariants(tx, new Map()), 'ISOLATION LEVEL REPEATABLE READ');

describe('orders at a broker', () => {
  it('end once, with the broker’s result, despite disconnects, restarts and repeated or late events', {
    timeout: propertyTimeoutMs(240_000),
  }, async () => {
    const reached = new CaseTally();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        await deleteAllUsers(database);
        const world = await createVenueWorld(database);
        await world.start();
        const answers: Promise<unknown>[] = [];
        for (const one of steps) {
          await applyStep(world, one, answers);
          await world.settle();
          await check();
        }
        await endAllTrades(world, answers);
        await check();
        expect(await brokerRecordFaults(world)).toEqual([]);
        const trades = await world.trades();
        expect(trades.filter(({ status }) => status === 'active')).toEqual([]);
        for (const { status, execution } of trades) reached.add(`${status} ${execution}`);
        const mirror = await world.mirror();
        expect(mirror?.cash_minor ?? world.broker.balanceMinor, 'the mirror shows the broker’s money').toBe(
          world.broker.balanceMinor,
        );
        expect(mirror?.held_minor ?? 0).toBe(0);
        await world.stop();
      }),
      { numRuns: propertyRuns(20), endOnFailure: stopsAtFirstFailure },
    );
    const endings = [
      'won confirmed',
      'lost confirmed',
      'expired confirmed',
      'cancelled confirmed',
      'cancelled rejected',
    ];
    expect(reached.below(minimumCount(1), endings)).toEqual([]);
  });
});
