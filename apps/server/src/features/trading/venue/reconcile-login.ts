import type { BrokerSession, Reconciliation, SentOrder } from '@vigia/broker-kit/port';
import { durationMs, epochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import { errorCode } from '#platform/startup-error.ts';
import type { VenueDeps } from '../deps.ts';
import { applyContract } from './apply-contract.ts';
import { resultWithinLimit } from './broker-offer.ts';
import { brokerOrderOf } from './broker-order-sender.ts';
import { advanceTrade } from './broker-row.ts';
import {
  type BrokerRow,
  findClaimed,
  findUnresolved,
  type LoginKey,
  lockBrokerTrade,
} from './broker-trades.repository.ts';
import { publishTrade } from './publish-trade.ts';
import { NEVER_ARRIVED_REASON } from './sale-refusal.ts';

/**
 * Age difference in milliseconds. An option contract that is older than the oldest unresolved order by more than this
 * difference cannot belong to an unresolved order.
 */
const CLAIMED_SINCE_MS = 24 * 60 * 60_000;
const ANSWER_WITHIN_MS = durationMs(60_000);

/**
 * Looks up all unresolved orders of a login in the broker's own records. An order that the records contain is accepted
 * on the broker's terms. An order that is missing is refused and refunded, if the records were read completely and late
 * enough. Any other result changes nothing.
 * @returns true if no order is left unresolved
 */
export async function reconcileLogin(deps: VenueDeps, login: LoginKey, session: BrokerSession): Promise<boolean> {
  const { sql } = deps.db;
  const unresolved = await findUnresolved(sql, login);
  if (unresolved.length === 0) return true;
  // An order placed with another login of this broker is not in these records, so its absence proves nothing.
  const own = new Set(session.accounts().map(({ accountId }) => accountId));
  const rows = unresolved.filter((row) => own.has(row.broker_account));
  const [oldest] = rows;
  if (oldest === undefined) return false;
  const since = new Date((oldest.sent_at ?? oldest.entry_time).getTime() - CLAIMED_SINCE_MS);
  const claimed = await findClaimed(sql, login, since);
  const answer = await resultWithinLimit(
    deps.clock,
    session.reconcile(rows.map(sentOrderOf), claimed),
    ANSWER_WITHIN_MS,
  );
  if (answer === null || !answer.ok) {
    deps.log.warn({ ...login, fault: answer?.error ?? null, orders: rows.length }, 'orders stay unresolved');
    return false;
  }
  const unread = rows.filter((_, index) => answer.value[index]?.verdict === 'unread').map(({ id }) => id);
  if (unread.length > 0)
    deps.log.warn({ ...login, trades: unread }, 'records that may hold these orders are unreadable');
  const verdicts = await Promise.all(
    rows.map((row, index) => resolve(deps, row, answer.value[index] ?? { verdict: 'undecided' })),
  );
  const opened = verdicts.flatMap((row) => (row?.status === 'active' && row.execution === 'confirmed' ? [row] : []));
  followRows(session, opened);
  return rows.length === unresolved.length && verdicts.every((row) => row !== null);
}

const sentOrderOf = (row: BrokerRow): SentOrder => ({
  ...brokerOrderOf(row),
  sentAtMs: epochMs((row.sent_at ?? row.entry_time).getTime()),
});

/** Subscribes to the option contracts of these rows until the broker reports their end. */
function followRows(session: BrokerSession, rows: readonly BrokerRow[]): void {
  const contracts = rows.flatMap(({ broker_ref: contractId, broker_account: accountId, expiry_time: expiry }) =>
    contractId === null ? [] : [{ contractId, accountId, expiryMs: epochMs(expiry.getTime()) }],
  );
  if (contracts.length > 0) session.follow(contracts);
}

/**
 * Applies the result of the look-up to the order.
 * @returns the current order if its execution status is known, otherwise null
 */
async function resolve(
  deps: VenueDeps,
  { id, user_id: userId }: BrokerRow,
  verdict: Reconciliation,
): Promise<BrokerRow | null> {
  if (verdict.verdict === 'undecided' || verdict.verdict === 'unread') return null;
  try {
    const changed = await deps.sessionShards.transaction([userId], (tx) => apply(deps, tx, id, verdict));
    if (changed !== null) publishTrade(deps, changed);
    return changed;
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    deps.log.error({ trade: id, err: error }, 'a contract was claimed by another order meanwhile');
    return null;
  }
}

const UNIQUE_VIOLATION = '23505';

async function apply(
  deps: VenueDeps,
  tx: Transaction,
  id: string,
  verdict: Exclude<Reconciliation, { readonly verdict: 'undecided' | 'unread' }>,
): Promise<BrokerRow | null> {
  const row = await lockBrokerTrade(tx, id);
  if (row === null || row.status !== 'active' || row.execution !== 'unknown') return row;
  if (verdict.verdict === 'found') return applyContract(deps, tx, row, verdict.contract);
  return advanceTrade(deps, tx, row, [{ type: 'refuse', refusal: NEVER_ARRIVED_REASON }]);
}
