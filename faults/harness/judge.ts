import { Option } from '@vigia/contract';
import { demoMarket } from '@vigia/core/market-model';
import {
  checkCandles,
  checkLedger,
  checkLimits,
  checkLives,
  checkOrders,
  checkSeals,
  checkSettlements,
  checkSignals,
  type Finding,
  type Invariant,
  type OrderReply,
} from '@vigia/testkit/invariants';
import { z } from 'zod';
import { judgeBrokers } from './judge-brokers.ts';
import { MARKET_SEED } from './market.ts';
import { read, statusOf, UNKNOWN_FORMAT_CODE } from './people.ts';
import { secretsOf } from './secrets.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
const RESIDENT_MAX_MB = 400;
const CENTS = 100;

export type Verdict = {
  readonly double: number;
  readonly lost: number;
  /** The number of automatic orders. */
  readonly automatic: number;
  /** The longest time in milliseconds for which the outcome of an order at a broker was unknown. */
  readonly longestUnknownMs: number;
  readonly findings: readonly Finding[];
};

/** Checks every invariant when the server has no more work. */
export async function judgeInvariants(world: World): Promise<Verdict> {
  const { sql, simulatedBrokers } = world;
  const brokers = await judgeBrokers(world);
  const except = [...world.bent];
  const orders = await checkOrders(
    sql,
    world.attempts.flatMap(({ person: { userId }, key, outcome }): OrderReply[] => {
      if (outcome.kind === 'accepted') return [{ userId, key, tradeId: outcome.option.id }];
      // An order that a broker refuses has a trade, because the server stores the trade before it sends the order.
      if (simulatedBrokers !== null) return [];
      // The server refuses a second request with a used idempotency key. The trade of the first request remains.
      return outcome.kind === 'refused' && outcome.code !== 'idempotency_key_reused'
        ? [{ userId, key, tradeId: null }]
        : [];
    }),
  );
  const fromTime = Math.ceil(world.startMs / MINUTE_MS) * 60;
  const findings = [
    ...world.noted,
    ...orders.findings,
    ...brokers.findings,
    ...answerFindings(world),
    ...(await checkLedger(sql)),
    ...(await checkLives(sql)),
    ...(await checkSignals(sql)),
    ...(await checkSettlements(sql, { market: demoMarket(MARKET_SEED), except })),
    ...(await checkLimits(sql, world.limits)),
    ...(await checkCandles(sql, { market: demoMarket(MARKET_SEED), fromTime, except })),
    ...(await checkSeals(sql, world.seals)),
    ...(await shownFindings(world)),
    ...processFindings(world),
  ];
  const { orphans, longestUnknownMs } = brokers;
  const [placed] = await sql<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM trades WHERE signal_id IS NOT NULL`;
  const automatic = simulatedBrokers === null ? 0 : (placed?.count ?? 0);
  return { double: orders.double + orphans, lost: orders.lost, automatic, longestUnknownMs, findings };
}

const CurrentMode = z.object({ account: z.object({ id: z.string(), balance: z.number(), held: z.number() }) });

/**
 * Checks invariants I1 and I10 through the API and the sockets: the shown balance equals the balance of the ledger, and
 * no user gets the data of another user.
 */
async function shownFindings({ server: { url }, sql, people, watchers }: World): Promise<readonly Finding[]> {
  const trades = await sql<{ id: string; user_id: string }[]>`SELECT id, user_id FROM trades`;
  const ownerOf = new Map(trades.map(({ id, user_id }) => [id, user_id]));
  const found: Finding[] = [];
  const find = (invariant: Invariant, what: string): void => void found.push({ invariant, what });
  for (const person of people) {
    const { account } = await read(url, person, '/api/v1/trading/mode/current', CurrentMode);
    const accounts = await sql<{ cash: number; held: number; id: string }[]>`
      SELECT id, cash_minor::float8 AS cash, held_minor::float8 AS held FROM accounts WHERE user_id = ${person.userId}`;
    const row = accounts.find(({ id }) => id === account.id);
    if (Math.round(account.balance * CENTS) !== row?.cash || Math.round(account.held * CENTS) !== row.held)
      find('I1', `${person.userId} is shown ${account.balance} and ${account.held}, the ledger says ${row?.cash}`);
    const listed = await read(url, person, '/api/v1/trading/history?limit=200', z.array(Option));
    for (const { id } of listed) if (ownerOf.get(id) !== person.userId) find('I10', `${person.userId} is shown ${id}`);
    const other = trades.find(({ user_id }) => user_id !== person.userId);
    if (other !== undefined && (await statusOf(url, person, `/api/v1/trading/option/${other.id}`)) !== 404)
      find('I10', `${person.userId} may read ${other.id}`);
    for (const event of watchers.filter((watcher) => watcher.person === person).flatMap(({ received }) => received)) {
      const isForeign =
        (event.type === 'trade' && ownerOf.get(event.trade.id) !== person.userId) ||
        (event.type === 'account' && accounts.every(({ id }) => id !== event.account.id));
      if (isForeign) find('I10', `${person.userId} received ${event.type} of another user`);
    }
  }
  return found;
}

/**
 * Returns the orders with a wrong response. Under every fault, the client must get a response in the API's format, and
 * never an internal error.
 */
const answerFindings = ({ attempts }: World): readonly Finding[] =>
  attempts.flatMap(({ outcome }) => {
    const isBad =
      outcome.kind !== 'accepted' && (outcome.code === UNKNOWN_FORMAT_CODE || outcome.code === 'internal_error');
    return isBad
      ? [{ invariant: 'I11' as const, what: `an order was answered ${outcome.status}: ${outcome.message}` }]
      : [];
  });

/** Checks invariants I11 and I12: memory use stays bounded, and the log contains no secrets. */
function processFindings(world: World): readonly Finding[] {
  const residentMb = world.server.residentMb();
  const { log } = world;
  const leaked = secretsOf(world).filter(({ text }) => log.includes(text));
  return [
    ...(residentMb > RESIDENT_MAX_MB ? [{ invariant: 'I11' as const, what: `${residentMb} MiB of memory` }] : []),
    ...leaked.map(({ name }) => ({ invariant: 'I12' as const, what: `the log holds ${name}` })),
  ];
}
