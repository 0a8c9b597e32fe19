import { type Finding, findings, type ReadOnlySql } from './finding.ts';

/**
 * Checks invariant I1: transfers sum to zero, every balance is the sum of its transfers, and the held money equals the
 * stakes of open trades.
 */
export async function checkLedger(sql: ReadOnlySql): Promise<readonly Finding[]> {
  const unbalanced = await sql<{ id: string }[]>`
    SELECT id FROM ledger_transfers
    WHERE user_cash_minor + user_hold_minor + broker_pnl_minor + fees_minor + equity_minor <> 0`;
  const accounts = await sql<Balance[]>`
    SELECT a.id, a.kind, a.cash_minor::float8 AS cash, a.held_minor::float8 AS held,
           coalesce(t.cash, 0)::float8 AS cash_sum, coalesce(t.held, 0)::float8 AS held_sum,
           coalesce(o.staked, 0)::float8 AS staked
    FROM accounts a
    LEFT JOIN (SELECT account_id, sum(user_cash_minor) AS cash, sum(user_hold_minor) AS held
               FROM ledger_transfers GROUP BY account_id) t ON t.account_id = a.id
    LEFT JOIN (SELECT account_id, sum(stake_minor) AS staked
               FROM trades WHERE status = 'active' GROUP BY account_id) o ON o.account_id = a.id`;
  return findings('I1', [
    ...unbalanced.map(({ id }) => `transfer ${id} does not sum to zero`),
    ...accounts.flatMap(balanceFaults),
  ]);
}

type Balance = {
  readonly id: string;
  readonly kind: string;
  readonly cash: number;
  readonly held: number;
  readonly cash_sum: number;
  readonly held_sum: number;
  readonly staked: number;
};

function balanceFaults({ id, kind, cash, held, cash_sum, held_sum, staked }: Balance): readonly string[] {
  return [
    ...(cash === cash_sum ? [] : [`account ${id} has ${cash} of free money, its transfers ${cash_sum}`]),
    ...(held === held_sum ? [] : [`account ${id} holds ${held}, its transfers ${held_sum}`]),
    ...(held === staked ? [] : [`account ${id} holds ${held}, its open trades ${staked}`]),
    // A late correction may make Vigía's copy of a broker account negative until its balance is synced with the broker.
    ...(held < 0 || (cash < 0 && kind === 'mock') ? [`account ${id} is below zero: ${cash} free, ${held} held`] : []),
  ];
}
