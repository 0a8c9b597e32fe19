import type { FactSource } from '#platform/evidence-log/fact-source.ts';

/** Signals, outcomes and decisions, for the evidence log. */
export const SIGNAL_FACTS: readonly FactSource[] = [
  {
    kind: 'signal',
    query: (sql) => sql`
      SELECT s.id AS fact_id, 0 AS step, p.user_id, s.published_at AS at,
             jsonb_build_object('automation', 'pcr', 'id', s.id, 'owner_id', s.setup_id, 'version', s.version,
               'seq', s.seq, 'body', s.body, 'previous_hash', s.previous_hash, 'hash', s.hash,
               'entry_time_ms', s.entry_time_ms, 'expiration_ms', s.expiration_ms,
               'published_ms', (extract(epoch FROM s.published_at) * 1000)::bigint) AS fact
      FROM pcr_signals s JOIN pcr_setups p ON p.id = s.setup_id
      UNION ALL
      SELECT s.id, 0, p.user_id, s.published_at,
             jsonb_build_object('automation', 'strategy', 'id', s.id, 'owner_id', s.strategy_id, 'version', s.version,
               'seq', s.seq, 'body', s.body, 'previous_hash', s.previous_hash, 'hash', s.hash,
               'entry_time_ms', s.entry_time_ms, 'expiration_ms', s.expiration_ms,
               'published_ms', (extract(epoch FROM s.published_at) * 1000)::bigint)
      FROM strategy_signals s JOIN strategies p ON p.id = s.strategy_id`,
  },
  {
    kind: 'outcome',
    query: (sql) => sql`
      SELECT o.signal_id AS fact_id, 0 AS step, p.user_id, o.decided_at AS at,
             jsonb_build_object('automation', 'pcr', 'signal_id', o.signal_id, 'outcome', o.outcome,
               'settle_price', o.settle_price,
               'decided_ms', (extract(epoch FROM o.decided_at) * 1000)::bigint) AS fact
      FROM pcr_signal_outcomes o JOIN pcr_signals s ON s.id = o.signal_id JOIN pcr_setups p ON p.id = s.setup_id
      UNION ALL
      SELECT o.signal_id, 0, p.user_id, o.decided_at,
             jsonb_build_object('automation', 'strategy', 'signal_id', o.signal_id, 'outcome', o.outcome,
               'settle_price', o.settle_price, 'decided_ms', (extract(epoch FROM o.decided_at) * 1000)::bigint)
      FROM strategy_signal_outcomes o
      JOIN strategy_signals s ON s.id = o.signal_id JOIN strategies p ON p.id = s.strategy_id`,
  },
  {
    kind: 'decision',
    query: (sql) => sql`
      SELECT d.signal_id AS fact_id, 0 AS step, d.user_id, d.decided_at AS at,
             jsonb_build_object('automation', d.automation, 'automation_id', d.automation_id, 'signal_id', d.signal_id,
               'decision', d.decision, 'trade_id', d.trade_id, 'code', d.code, 'reason', d.reason,
               'stake_minor', d.stake_minor, 'step', d.step,
               'decided_ms', (extract(epoch FROM d.decided_at) * 1000)::bigint) AS fact
      FROM automation_decisions d`,
  },
];
