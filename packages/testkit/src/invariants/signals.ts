import { type Finding, findings, type ReadOnlySql } from './finding.ts';

type Row = {
  readonly signal_id: string;
  readonly trades: number;
  readonly decided_trade: string | null;
  readonly trade: string | null;
  readonly same_owner: boolean;
};

/**
 * Checks invariant I3 for automated trades. A signal has at most one trade. Each automated trade has a decision that
 * names this trade, and each decision to trade has its trade. Both belong to the same user.
 */
export async function checkSignals(sql: ReadOnlySql): Promise<readonly Finding[]> {
  const rows = await sql<Row[]>`
    SELECT coalesce(d.signal_id, t.signal_id)::text AS signal_id, d.trade_id::text AS decided_trade,
      t.id::text AS trade,
           count(*) OVER (PARTITION BY coalesce(d.signal_id, t.signal_id))::int AS trades,
           coalesce(d.user_id = t.user_id AND d.automation_id = t.automation_id, false) AS same_owner
    FROM automation_decisions d
    FULL JOIN (SELECT * FROM trades WHERE signal_id IS NOT NULL) t ON t.signal_id = d.signal_id`;
  return findings(
    'I3',
    rows.flatMap(({ signal_id: signal, trades, decided_trade: decided, trade, same_owner: isSame }) => [
      ...(trades > 1 ? [`signal ${signal} has ${trades} trades`] : []),
      ...(decided === trade ? [] : [`signal ${signal} was decided as trade ${decided} and has trade ${trade}`]),
      ...(trade !== null && decided === trade && !isSame ? [`trade ${trade} is not of its signal's owner`] : []),
    ]),
  );
}
