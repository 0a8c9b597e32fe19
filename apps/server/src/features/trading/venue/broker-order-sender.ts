import type { BrokerOrder, BrokerSession, OrderReply } from '@vigia/broker-kit/port';
import { durationMs, type EpochMs, epochMs, minorUnits, type Ratio, ratio } from '@vigia/core/kernel';
import type { CancelReason } from '@vigia/core/trades';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { type Actor, isSameChoice } from '../../accounts/index.ts';
import type { TradingDeps, VenueDeps } from '../deps.ts';
import { PAYOUT_TOLERANCE_BP, unprovenPayoutRefusal } from '../payout-fall.ts';
import { traceTrade } from '../trace-trade.ts';
import { lengthOfRow } from '../trade-row.ts';
import { applyContract } from './apply-contract.ts';
import { automationIdOf } from './automation-id-of.ts';
import { contractLength, findAccountForOrder, resultWithinLimit } from './broker-offer.ts';
import { advanceTrade } from './broker-row.ts';
import { type BrokerRow, lockBrokerTrade } from './broker-trades.repository.ts';
import { publishTrade } from './publish-trade.ts';

const BASIS_POINTS = 10_000;
/** Time without a reply after which an order is marked as `unknown`. A later reply is still applied. */
const REPLY_WITHIN_MS = durationMs(60_000);

/** A written order and its user. */
type OrderOfUser = { readonly tradeId: string; readonly userId: string };

/**
 * Sends written orders to their brokers, each at most once. It first stores that an order is sent and commits this.
 * It never sends such an order again, whatever the reply.
 */
export class BrokerOrderSender {
  readonly #deps: VenueDeps;
  /** Orders that are being sent or wait for a reply, by trade id. */
  readonly #inFlight = new Map<string, { readonly userId: string; readonly run: Promise<void> }>();

  constructor(deps: VenueDeps) {
    this.#deps = deps;
  }

  /**
   * Sends an order whose intent is committed. Resolves when its execution status is known or marked as unknown; never
   * rejects.
   * @param order id of the trade and its user
   * @param actor user who places the order; null for an automation
   */
  submit(order: OrderOfUser, actor: Actor | null): Promise<void> {
    const { tradeId, userId } = order;
    const known = this.#inFlight.get(tradeId);
    if (known !== undefined) return known.run;
    // Only the process that runs the user's sessions sends the order. This process can only read its row.
    if (this.#deps.sessionShards.ownerOf(userId) !== 'this') return Promise.resolve();
    const run = this.#submit(order, actor)
      .catch((error: unknown) => {
        // Only committed state counts: the reconciliation continues from it.
        const level = error instanceof LeaseLostError ? 'warn' : 'error';
        this.#deps.log[level]({ err: error, trade: tradeId }, 'an order at a broker was left to the reconciler');
      })
      .finally(() => this.#inFlight.delete(tradeId));
    this.#inFlight.set(tradeId, { userId, run });
    return run;
  }

  isInFlight(tradeId: string): boolean {
    return this.#inFlight.has(tradeId);
  }

  /** Returns true while an order of this user is being sent or its reply is not stored yet. */
  isSendingFor(userId: string): boolean {
    for (const order of this.#inFlight.values()) if (order.userId === userId) return true;
    return false;
  }

  /**
   * Waits a limited time for pending replies to orders of these shards. The next process that gets these shards
   * resolves the remaining orders.
   */
  async finish(shards: readonly Shard[]): Promise<void> {
    const { clock, sessionShards, finishOrdersWithinMs } = this.#deps;
    // This process cannot store replies if another process holds the shard.
    const runs = [...this.#inFlight.values()]
      .filter(({ userId }) => shards.includes(shardOf(userId)) && sessionShards.isFresh(userId))
      .map(({ run }) => run);
    if (runs.length > 0) await resultWithinLimit(clock, Promise.all(runs), durationMs(finishOrdersWithinMs));
  }

  async #submit(order: OrderOfUser, actor: Actor | null): Promise<void> {
    const { tradeId, userId } = order;
    const { sessionShards } = this.#deps;
    const sent = await sessionShards.transaction([userId], (tx) => markSent(this.#deps, tx, tradeId, actor));
    if (sent === null) return;
    if (sent.session === null) return publishTrade(this.#deps, sent.row);
    const reply = place(this.#deps, sent.session, sent.row);
    const inTime = await resultWithinLimit(this.#deps.clock, reply, REPLY_WITHIN_MS);
    if (inTime !== null) return this.#apply(order, inTime);
    await this.#apply(order, { outcome: 'unknown', cause: 'timeout', sentAtMs: this.#deps.clock.now() });
    reply
      .then((late) => this.#apply(order, late))
      .catch((error: unknown) => this.#deps.log.warn({ err: error, trade: tradeId }, 'a late reply was not taken in'));
  }

  async #apply({ tradeId, userId }: OrderOfUser, reply: OrderReply): Promise<void> {
    const { sessionShards } = this.#deps;
    const changed = await sessionShards.transaction([userId], (tx) => applyReply(this.#deps, tx, tradeId, reply));
    if (changed !== null) publishTrade(this.#deps, changed);
  }
}

/**
 * Marks an order as sent, or cancels it if it may no longer be sent. An order that is marked as sent may have
 * reached the broker.
 */
async function markSent(
  deps: TradingDeps,
  tx: Transaction,
  tradeId: string,
  actor: Actor | null,
): Promise<{ readonly row: BrokerRow; readonly session: BrokerSession | null } | null> {
  const row = await lockBrokerTrade(tx, tradeId);
  if (row === null || row.status !== 'active' || row.sent_at !== null) return null;
  const nowMs = deps.clock.now();
  if (nowMs >= row.send_by.getTime()) return { row: await cancelUnsent(deps, tx, row, 'late'), session: null };
  const reached =
    row.account === 'mock'
      ? null
      : findAccountForOrder(deps.brokers, row.user_id, { broker: row.broker, kind: row.account });
  if (reached === null || !reached.ok || reached.value.account.accountId !== row.broker_account) {
    return { row: await cancelUnsent(deps, tx, row, 'withdrawn'), session: null };
  }
  if (row.account === 'real' && !(await isRealMoneyStillAllowed(deps, tx, row, { actor, nowMs }))) {
    return { row: await cancelUnsent(deps, tx, row, 'not_allowed'), session: null };
  }
  return {
    row: await advanceTrade(deps, tx, row, [{ type: 'send', sentAtMs: nowMs }]),
    session: reached.value.session,
  };
}

/**
 * Checks the conditions of real money again just before the order is sent, because they may have changed since the
 * intent was committed, for example by a self-exclusion.
 */
async function isRealMoneyStillAllowed(
  deps: TradingDeps,
  tx: Transaction,
  row: BrokerRow,
  { actor, nowMs }: { readonly actor: Actor | null; readonly nowMs: EpochMs },
): Promise<boolean> {
  const account = { broker: row.broker, kind: 'real' } as const;
  if (actor === null) return isAutomationStillAdmitted(deps, tx, row, nowMs);
  const { accounts } = deps;
  if (!isSameChoice(await accounts.choice(tx, row.user_id), account)) return false;
  return (await accounts.venueRefusal(tx, actor, account, nowMs)) === null;
}

/** Asks the graduation gate again, and checks the conditions of real money with its response. */
async function isAutomationStillAdmitted(
  { accounts, gate }: TradingDeps,
  tx: Transaction,
  { id: tradeId, user_id: userId, broker, origin, payout_bp: payoutBp }: BrokerRow,
  nowMs: EpochMs,
): Promise<boolean> {
  const id = await automationIdOf(tx, tradeId);
  if (id === null || (origin !== 'pcr' && origin !== 'strategy')) return false;
  const admitted = await gate.admit(tx, { userId, kind: origin, id, broker });
  if (!admitted.ok) return false;
  const { actor, leastPayoutRatio } = admitted.value;
  if (unprovenPayoutRefusal(payoutBp, leastPayoutRatio) !== null) return false;
  return (await accounts.venueRefusal(tx, actor, { broker, kind: 'real' }, nowMs)) === null;
}

/** Cancels an order that was never sent and refunds its stake. */
export const cancelUnsent = (
  deps: TradingDeps,
  tx: Transaction,
  row: BrokerRow,
  reason: CancelReason,
): Promise<BrokerRow> => advanceTrade(deps, tx, row, [{ type: 'cancel', reason }]);

/** Sends the order. If the adapter throws, the order may have been sent, so its execution status is unknown. */
async function place(deps: VenueDeps, session: BrokerSession, row: BrokerRow): Promise<OrderReply> {
  const { log, clock, sessionShards } = deps;
  const sentAtMs = clock.now();
  // If this process has lost the shard since the commit, another process may already be looking this order up at the
  // broker.
  if (!sessionShards.isFresh(row.user_id))
    return { outcome: 'refused', fault: { kind: 'network', detail: 'no longer the owner' } };
  try {
    return await session.place(brokerOrderOf(row));
  } catch (error) {
    log.error({ err: error, trade: row.id }, 'an adapter failed while it placed an order');
    return { outcome: 'unknown', cause: 'server_error', sentAtMs };
  } finally {
    traceTrade(deps, 'order.send', row, { fromMs: sentAtMs, untilMs: clock.now() });
  }
}

async function applyReply(
  deps: TradingDeps,
  tx: Transaction,
  tradeId: string,
  reply: OrderReply,
): Promise<BrokerRow | null> {
  const row = await lockBrokerTrade(tx, tradeId);
  if (row === null) return null;
  if (reply.outcome === 'accepted') return applyContract(deps, tx, row, reply.contract);
  // An event of the option contract or a reconciliation may already have stored more than this reply contains.
  if (row.status !== 'active' || row.execution === 'confirmed') return null;
  if (reply.outcome === 'refused') {
    deps.log.info({ trade: tradeId, broker: row.broker, fault: reply.fault }, 'a broker refused an order');
    return advanceTrade(deps, tx, row, [{ type: 'refuse', refusal: reply.fault.kind }]);
  }
  return row.execution === 'pending' ? markUnknown(deps, tx, row, reply.cause) : null;
}

/** Marks the execution status of an order as unknown. From then on only the broker's records decide it. */
export async function markUnknown(
  deps: TradingDeps,
  tx: Transaction,
  row: BrokerRow,
  cause: 'timeout' | 'connection_lost' | 'server_error' | 'crash',
): Promise<BrokerRow> {
  deps.log.warn({ trade: row.id, broker: row.broker, cause }, 'the fate of an order is not known');
  return advanceTrade(deps, tx, row, [{ type: 'lose_track', cause }]);
}

/** Converts a row to the order for the broker. */
export const brokerOrderOf = (row: BrokerRow): BrokerOrder => ({
  orderId: row.id,
  accountId: row.broker_account,
  symbol: row.symbol,
  direction: row.direction,
  stakeMinor: minorUnits(row.stake_minor),
  ...contractLength(lengthOfRow(row)),
  minPayoutRatio: leastPayoutOf(row),
  sendDeadlineMs: epochMs(row.send_by.getTime()),
});

/**
 * Returns the lowest payout that the order accepts, as a ratio; null if the payout was unknown when the order was
 * placed.
 */
const leastPayoutOf = ({ payout_bp: payoutBp }: BrokerRow): Ratio | null =>
  payoutBp === null ? null : ratio(Math.max(0, payoutBp - PAYOUT_TOLERANCE_BP) / BASIS_POINTS);
