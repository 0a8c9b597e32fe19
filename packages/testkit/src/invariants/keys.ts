import { type Finding, findings, type Reader } from './finding.ts';

/** What a sender was told of an order it sent under a key. */
export type Told = {
  readonly userId: string;
  readonly key: string;
  /** The trade it was answered; null if it was refused, so that there must be none. */
  readonly tradeId: string | null;
};

export type OrderCount = { readonly double: number; readonly lost: number; readonly findings: readonly Finding[] };

/**
 * I3 and I8: one key, at most one trade and one hold; whatever was acknowledged is there. Every order of these users must have
 * been sent under a key, younger than the time keys are kept, or have been placed on a signal.
 */
export async function checkOrders(sql: Reader, told: readonly Told[]): Promise<OrderCount> {
  const users = [...new Set(told.map(({ userId }) => userId))];
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
    ...told
      .filter(({ userId, key, tradeId }) => tradeId === null && ofKey.has(`${userId} ${key}`))
      .map(({ key }) => `the order under ${key} was refused and is there`),
    ...told
      .filter(({ userId, key, tradeId }) => tradeId !== null && (ofKey.get(`${userId} ${key}`) ?? tradeId) !== tradeId)
      .map(({ key }) => `the key ${key} was answered with two trades`),
  ];
  const lost = told
    .filter(({ tradeId }) => tradeId !== null && !present.has(tradeId))
    .map(({ tradeId }) => `trade ${tradeId} was acknowledged and is not there`);
  return { double: doubles.length, lost: lost.length, findings: [...findings('I3', doubles), ...findings('I8', lost)] };
}

const repeated = (ids: readonly string[]): readonly string[] => ids.filter((id, index) => ids.indexOf(id) !== index);
