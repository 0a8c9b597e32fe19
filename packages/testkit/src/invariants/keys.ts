import { type Finding, findings, type ReadOnlySql } from './finding.ts';

/** The reply that a client received to an order with an idempotency key. */
export type OrderReply = {
  readonly userId: string;
  readonly key: string;
  /** Id of the trade in the reply; null if the order was refused, in which case no trade may exist. */
  readonly tradeId: string | null;
};

export type OrderCount = { readonly double: number; readonly lost: number; readonly findings: readonly Finding[] };

/**
 * Checks invariants I3 and I8: an idempotency key has at most one trade and one held stake, and every acknowledged
 * trade exists. Every order of these users must come from a signal, or have an idempotency key that has not expired.
 */
export async function checkOrders(sql: ReadOnlySql, replies: readonly OrderReply[]): Promise<OrderCount> {
  const users = [...new Set(replies.map(({ userId }) => userId))];
  const trades = await sql<{ id: string; signal_id: string | null; user_id: string; holds: number }[]>`
    SELECT t.id, t.signal_id, t.user_id, count(l.id)::int AS holds
    FROM trades t LEFT JOIN ledger_transfers l ON l.trade_id = t.id AND l.phase = 'hold'
    WHERE t.user_id = ANY(${users}::uuid[]) GROUP BY t.id, t.user_id`;
  const answers = await sql<{ user_id: string; key: string; trade_id: string }[]>`
    SELECT user_id, key, response ->> 'id' AS trade_id FROM idempotency_keys WHERE user_id = ANY(${users}::uuid[])`;
  const ofKey = new Map(answers.map(({ user_id, key, trade_id }) => [`${user_id} ${key}`, trade_id]));
  const keyed = new Set(ofKey.values());
  const present = new Set(trades.map(({ id }) => id));
  const doubles = [
    ...trades
      .filter(({ id, signal_id: signal }) => signal === null && !keyed.has(id))
      .map(({ id }) => `trade ${id} is one too many: no key answers with it`),
    ...trades.filter(({ holds }) => holds > 1).map(({ id, holds }) => `trade ${id} holds its stake ${holds} times`),
    ...repeated([...ofKey.values()]).map((id) => `two keys answer with trade ${id}`),
    ...replies
      .filter(({ userId, key, tradeId }) => tradeId === null && ofKey.has(`${userId} ${key}`))
      .map(({ key }) => `the order under ${key} was refused and is there`),
    ...replies
      .filter(({ userId, key, tradeId }) => tradeId !== null && (ofKey.get(`${userId} ${key}`) ?? tradeId) !== tradeId)
      .map(({ key }) => `the key ${key} was answered with two trades`),
  ];
  const lost = replies
    .filter(({ tradeId }) => tradeId !== null && !present.has(tradeId))
    .map(({ tradeId }) => `trade ${tradeId} was acknowledged and is not there`);
  return { double: doubles.length, lost: lost.length, findings: [...findings('I3', doubles), ...findings('I8', lost)] };
}

const repeated = (ids: readonly string[]): readonly string[] => ids.filter((id, index) => ids.indexOf(id) !== index);
