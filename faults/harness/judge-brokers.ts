import { checkContracts, type Finding } from '@vigia/testkit/invariants';
import type { World } from './world.ts';

/**
 * The time limit in milliseconds, by the server's clock, until Vigía's ledger of a broker account has the balance after
 * the last trade.
 */
const FOLLOWED_WITHIN_MS = 60_000;
const LOOK_MS = 1_000;

/** The result of the comparison of the brokers' order books with the server's orders. */
export type BrokerVerdict = {
  /** The number of option contracts without an order of the server. Each results from a duplicated or a lost order. */
  readonly orphans: number;
  /**
   * The longest time in milliseconds, by the server's clock, for which the execution status of an order was unknown.
   */
  readonly longestUnknownMs: number;
  readonly findings: readonly Finding[];
};

/**
 * Compares the brokers' order books with the server's orders. Each option contract must have one order with equal
 * terms, every outcome must be known, and the balances must be equal to the cent.
 */
export async function judgeBrokers(world: World): Promise<BrokerVerdict> {
  const { simulatedBrokers, sql } = world;
  if (simulatedBrokers === null) return { orphans: 0, longestUnknownMs: 0, findings: [] };
  const findings: Finding[] = [...(await balanceFindings(world))];
  for (const broker of simulatedBrokers.brokers) {
    const book = simulatedBrokers.of(broker).book.contracts();
    const booked = book.map(({ contractId, result }) => ({ contractId, profitMinor: result?.profitMinor ?? null }));
    findings.push(...(await checkContracts(sql, broker, booked)));
  }
  findings.push(...(await termFindings(world)), ...(await refusalFindings(world)));
  const orphans = findings.filter(({ invariant, what }) => invariant === 'I4' && what.endsWith('belongs to 0 orders'));
  return { orphans: orphans.length, longestUnknownMs: await longestUnknownMs(world), findings };
}

type Term = { readonly id: string; readonly broker: string; readonly ref: string; readonly terms: string };

/** Checks invariant I4: an option contract has the terms of its order. */
async function termFindings({ brokers, sql }: World): Promise<readonly Finding[]> {
  const trades = await sql<Term[]>`
    SELECT id, broker, broker_ref AS ref, concat_ws(' ', symbol, direction, stake_minor, broker_account) AS terms
    FROM trades WHERE broker_ref IS NOT NULL`;
  return trades.flatMap(({ id, broker, ref, terms }): Finding[] => {
    const played = brokers.brokers.find((one) => one === broker);
    const contract = played && brokers.of(played).book.contract(ref);
    if (contract === undefined) return [];
    const { symbol, direction, stakeMinor, accountId } = contract;
    const booked = [symbol, direction, stakeMinor, accountId].join(' ');
    return booked === terms ? [] : [{ invariant: 'I4', what: `trade ${id} is ${terms}, its contract ${booked}` }];
  });
}

/**
 * Checks invariant I3: a refused order has no trade with the same idempotency key, except a trade that the broker never
 * accepted.
 */
async function refusalFindings({ attempts, sql }: World): Promise<readonly Finding[]> {
  const rows = await sql<{ user_id: string; key: string; id: string; ended: boolean }[]>`
    SELECT k.user_id, k.key, t.id, t.execution = 'rejected' OR t.status = 'cancelled' AS ended
    FROM idempotency_keys k JOIN trades t ON t.id = (k.response ->> 'id')::uuid`;
  const ofKey = new Map(rows.map((row) => [`${row.user_id} ${row.key}`, row]));
  return attempts.flatMap(({ person: { userId }, key, outcome }): Finding[] => {
    const row =
      outcome.kind === 'refused' && outcome.code !== 'idempotency_key_reused' && ofKey.get(`${userId} ${key}`);
    return row && !row.ended ? [{ invariant: 'I3', what: `trade ${row.id} goes on after a refusal` }] : [];
  });
}

/** Checks invariant I1: Vigía's ledger of a broker account has the balance that the broker reports. */
async function balanceFindings(world: World): Promise<readonly Finding[]> {
  const sinceMs = world.server.nowMs;
  for (;;) {
    const found = await unequalBalances(world);
    if (found.length === 0 || world.server.nowMs - sinceMs > FOLLOWED_WITHIN_MS) return found;
    await world.leap(LOOK_MS);
  }
}

async function unequalBalances({ brokers, sql }: World): Promise<readonly Finding[]> {
  const mirrors = await sql<{ broker: string; account: string; minor: number }[]>`
    SELECT DISTINCT t.broker, t.broker_account AS account, (a.cash_minor + a.held_minor)::float8 AS minor
    FROM trades t JOIN accounts a ON a.id = t.account_id WHERE t.broker <> 'mock'`;
  return mirrors.flatMap(({ broker, account, minor }): Finding[] => {
    const played = brokers.brokers.find((one) => one === broker);
    const held = played && brokers.of(played).book.account(account)?.balanceMinor;
    if (held === minor) return [];
    return [{ invariant: 'I1', what: `the mirror of ${broker} ${account} has ${minor}, the broker ${held}` }];
  });
}

async function longestUnknownMs({ sql }: World): Promise<number> {
  const [row] = await sql<{ ms: number | null }[]>`
    SELECT max(round(extract(epoch FROM decided.at - lost.at) * 1000))::float8 AS ms
    FROM trade_events lost
    JOIN LATERAL (SELECT at FROM trade_events e WHERE e.trade_id = lost.trade_id AND e.seq > lost.seq
                  ORDER BY e.seq LIMIT 1) AS decided ON true
    WHERE lost.kind = 'lose_track'`;
  return row?.ms ?? 0;
}
