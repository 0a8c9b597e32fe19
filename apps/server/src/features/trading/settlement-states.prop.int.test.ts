import { minorUnits, ratio } from '@vigia/core/kernel';
import { settlementWithOutcome, type Trade, wireStatusOf } from '@vigia/core/trades';
import { CaseTally, minimumCount, propertyRuns, propertyTimeoutMs, stopsAtFirstFailure } from '@vigia/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { correctTrade } from './correct-trade.ts';
import { settleDueTrades } from './settle-due-trades.ts';
import { createTradingWorld, deleteAllUsers } from './testing.ts';
import { checkInvariants } from './testing-invariants.ts';
import {
  applyLife,
  lastTickOf,
  paperDecisionOf,
  type StoredLife,
  storeLives,
  tradeAfterEvent,
  tradeLives,
} from './testing-lives.ts';
import { EXPIRY_MS, tradingDatabase } from './testing-paper.ts';

/** The changes that the settlement statement makes to a paper trade that has expired. */
const SETTLED = ['open', 'settling'].flatMap((from) => ['won', 'lost', 'tie', 'void'].map((to) => `${from}→${to}`));
/** The legal transitions of docs/spec/trading.md §2, except corrections. */
const STEPS = [
  'intent/send→submitting intent/cancel→cancelled',
  'submitting/accept→accepted submitting/refuse→refused submitting/lose_track→unknown',
  'unknown/accept→accepted unknown/refuse→refused unknown/give_up→undecided',
  'open/price_entry→open settling/price_entry→settling',
  'open/ask_sale→open open/drop_sale→open',
  'accepted/open→open open/expire→settling open/void→void open/sell→sold settling/void→void',
]
  .flatMap((steps) => steps.split(' '))
  .concat(SETTLED.map((step) => step.replace('→', '/settle→')));
/** The states in which the settlement statement does not change a paper trade. */
const UNTOUCHED = ['intent', 'submitting', 'unknown', 'accepted', 'won', 'lost', 'tie', 'void', 'sold', 'refused']
  .concat('undecided', 'cancelled')
  .map((state) => `${state}→${state}`);
const DECIDED = ['won', 'lost', 'tie', 'void'] as const;
const CORRECTED = DECIDED.flatMap((from) => DECIDED.filter((to) => to !== from).map((to) => `${from}/correct→${to}`));

let database: TestDatabase;

beforeAll(async () => void (database = await tradingDatabase()));
afterAll(() => database.close());

type Written = { readonly status: string; readonly execution: string; readonly profit_minor: number | null };
type Settling = { readonly stored: StoredLife; readonly next: Trade };

/**
 * Stores the trades with these histories of events (`StoredLife`), each on a separate asset, and lets them expire.
 * Returns each trade with the state that the transition table allows next.
 */
async function settleLives(
  world: ReturnType<typeof createTradingWorld>,
  all: readonly StoredLife[],
): Promise<Settling[]> {
  const userId = await world.newUser();
  await database.db.sql`UPDATE users SET max_concurrent_trades = 100 WHERE id = ${userId}`;
  const { accountId: mock } = await world.accounts.mockAccount(database.db.sql, userId);
  const at = { broker: 'iqoption', kind: 'demo' } as const;
  await database.db.transaction(async (tx) => {
    const iqoption = world.deps.ids.next();
    await tx`
      INSERT INTO accounts (id, user_id, broker, kind, created_at)
      VALUES (${iqoption}, ${userId}, ${at.broker}, ${at.kind}, now())`;
    await storeLives(tx, world.accounts, all, { userId, mock, iqoption });
  });
  world.market.tick(EXPIRY_MS, 1.1);
  world.clock.advance(60_800);
  const ticks = new Map(all.map(({ symbol, life }) => [symbol, lastTickOf(life)]));
  world.deps.markets.own.priceBefore = async (_source, symbol) => ({ ok: true, value: ticks.get(symbol) ?? null });
  expect(await settleDueTrades(world.deps, () => undefined)).toEqual([]);
  return all.map((stored) => {
    const { life, trade } = stored;
    const isPaper = life.venue === 'mock';
    return {
      stored,
      next: isPaper ? tradeAfterEvent(trade, { type: 'settle', settlement: paperDecisionOf(life) }) : trade,
    };
  });
}

const readRow = async (id: string): Promise<Written | undefined> =>
  (await database.db.sql<Written[]>`SELECT status, execution, profit_minor FROM trades WHERE id = ${id}`)[0];

function writtenOf(trade: Trade) {
  const profit = 'settlement' in trade ? { profit_minor: trade.settlement.profitMinor } : {};
  return { ...wireStatusOf(trade.state), ...profit };
}

/** Corrects a trade to a random outcome. Returns the trade that the transition table allows. */
async function correctOne(
  world: ReturnType<typeof createTradingWorld>,
  { stored: { id, life }, next: before }: Settling,
  to: (typeof DECIDED)[number],
): Promise<Trade> {
  const outcome = ({ won: 'won', lost: 'lost', tie: 'expired', void: 'cancelled' } as const)[to];
  await correctTrade(world.deps, { tradeId: id, outcome, reason: 'test' });
  if (before.state === to) return before;
  const paid = { stakeMinor: minorUnits(life.stakeMinor), payoutRatio: ratio(life.payoutBp / 10_000) };
  const tick = 'settlement' in before ? before.settlement.settleTick : null;
  return tradeAfterEvent(before, {
    type: 'correct',
    settlement: settlementWithOutcome(to, paid, tick),
    reason: 'test',
  });
}

describe('the settlement statement', () => {
  it('changes a trade in any state exactly as the state machine allows, and so does a later correction', {
    timeout: propertyTimeoutMs(240_000),
  }, async () => {
    const reached = new CaseTally();
    await fc.assert(
      fc.asyncProperty(
        tradeLives,
        fc.array(fc.constantFrom(...DECIDED), { minLength: 80, maxLength: 80 }),
        async (all, to) => {
          await deleteAllUsers(database);
          const world = createTradingWorld(database);
          const stored = all.map((life, index): StoredLife => {
            const lived = applyLife(life, (step) => reached.add(step));
            return { ...lived, id: world.deps.ids.next(), symbol: `SYM${index}`, life };
          });
          const settling = await settleLives(world, stored);
          for (const [index, one] of settling.entries()) {
            const { id, life, trade } = one.stored;
            expect(await readRow(id), `${life.venue} ${trade.state}`).toMatchObject(writtenOf(one.next));
            if (life.venue === 'mock') reached.add(`${trade.state}→${one.next.state}`);
            const corrected = await correctOne(world, one, to[index] ?? 'void');
            expect(await readRow(id), `${one.next.state} corrected`).toMatchObject(writtenOf(corrected));
            if (corrected !== one.next) reached.add(`${one.next.state}/correct→${corrected.state}`);
          }
          await checkInvariants(database.db.sql, new Map());
        },
      ),
      { numRuns: propertyRuns(20), endOnFailure: stopsAtFirstFailure },
    );
    expect(reached.below(minimumCount(3), [...STEPS, ...SETTLED, ...UNTOUCHED, ...CORRECTED])).toEqual([]);
  });
});
