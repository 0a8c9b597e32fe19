import type { BrokerOrder, BrokerSession, OrderReply } from '@vigia/broker-kit/port';
import { durationMs, type EpochMs, epochMs, minorUnits, ratio } from '@vigia/core/kernel';
import type { CancelReason } from '@vigia/core/trades';
import { LostOwnership } from '#platform/ownership/ownership.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { Actor } from '../../accounts/index.ts';
import { PAYOUT_TOLERANCE_BP } from '../approve-order.ts';
import type { TradingDeps, VenueDeps } from '../deps.ts';
import { traceTrade } from '../trace-trade.ts';
import { reachAccount, within } from './broker-offer.ts';
import { advance } from './broker-row.ts';
import { type BrokerRow, lockBrokerTrade } from './broker-trades.repository.ts';
import { heedContract } from './broker-word.ts';
import { tellTrade } from './tell-trade.ts';

const SECONDS_PER_MINUTE = 60;
const BASIS_POINTS = 10_000;
/** A broker that says nothing for so long has left us in doubt, whatever its adapter thinks. */
const REPLY_WITHIN_MS = durationMs(60_000);
const STOP_WITHIN_MS = durationMs(10_000);

/**
 * Hands written orders to their brokers, each once: it is marked as sent, and that committed, before the wire; whatever the
 * reply, or none, it is never handed over again.
 */
export class OrderDesk {
  readonly #deps: VenueDeps;
  /** Orders that are being handed over or waited for. */
  readonly #inFlight = new Map<string, Promise<void>>();

  constructor(deps: VenueDeps) {
    this.#deps = deps;
  }

  /**
   * Sends an order whose intent is committed; resolves once its fate is known or known to be unknown. Never rejects.
   * @param actor who places it; null: an automation, which never reaches real money
   */
  submit(tradeId: string, actor: Actor | null): Promise<void> {
    const known = this.#inFlight.get(tradeId);
    if (known !== undefined) return known;
    // It is the owner's to send; here only its row can be read.
    if (!this.#deps.venues.isSure) return Promise.resolve();
    const run = this.#submit(tradeId, actor)
      .catch((error: unknown) => {
        // What was committed is all that counts: the reconciler finds the order as it stands.
        const level = error instanceof LostOwnership ? 'warn' : 'error';
        this.#deps.log[level]({ err: error, trade: tradeId }, 'an order at a broker was left to the reconciler');
      })
      .finally(() => this.#inFlight.delete(tradeId));
    this.#inFlight.set(tradeId, run);
    return run;
  }

  isInFlight(tradeId: string): boolean {
    return this.#inFlight.has(tradeId);
  }

  /** Waits for the replies that are on their way, for a while; what is left then is found at the next start. */
  async stop(): Promise<void> {
    // To somebody else's orders no reply can be booked here any more.
    if (!this.#deps.venues.isSure) return;
    await within(this.#deps.clock, Promise.all(this.#inFlight.values()), STOP_WITHIN_MS);
  }

  async #submit(tradeId: string, actor: Actor | null): Promise<void> {
    const sent = await this.#deps.venues.transaction((tx) => markSent(this.#deps, tx, tradeId, actor));
    if (sent === null) return;
    if (sent.session === null) return tellTrade(this.#deps, sent.row);
    const reply = place(this.#deps, sent.session, sent.row);
    const inTime = await within(this.#deps.clock, reply, REPLY_WITHIN_MS);
    if (inTime !== null) return this.#heed(tradeId, inTime);
    await this.#heed(tradeId, { outcome: 'unknown', cause: 'timeout', sentAtMs: this.#deps.clock.now() });
    reply
      .then((late) => this.#heed(tradeId, late))
      .catch((error: unknown) => this.#deps.log.warn({ err: error, trade: tradeId }, 'a late reply was not taken in'));
  }

  async #heed(tradeId: string, reply: OrderReply): Promise<void> {
    const changed = await this.#deps.venues.transaction((tx) => heedReply(this.#deps, tx, tradeId, reply));
    if (changed !== null) tellTrade(this.#deps, changed);
  }
}

/** From here on the order may be at the broker; what cannot be sent any more never will be. */
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
    row.account === 'mock' ? null : reachAccount(deps.brokers, row.user_id, { broker: row.broker, kind: row.account });
  if (reached === null || !reached.ok || reached.value.account.accountId !== row.broker_account) {
    return { row: await cancelUnsent(deps, tx, row, 'withdrawn'), session: null };
  }
  if (row.account === 'real' && !(await mayStillLeave(deps, tx, row, { actor, nowMs }))) {
    return { row: await cancelUnsent(deps, tx, row, 'not_allowed'), session: null };
  }
  return { row: await advance(deps, tx, row, [{ type: 'send', sentAtMs: nowMs }]), session: reached.value.session };
}

/** Real money once more, right before the wire: since the intent was committed the person may have shut himself out of it. */
async function mayStillLeave(
  { accounts, brokers }: TradingDeps,
  tx: Transaction,
  row: BrokerRow,
  { actor, nowMs }: { readonly actor: Actor | null; readonly nowMs: EpochMs },
): Promise<boolean> {
  if (actor === null) return false;
  const { mode, user_id: userId } = row;
  const isChosen =
    mode === null
      ? (await brokers.chosenKind(tx, userId, row.broker)) === 'real'
      : (await accounts.mode(tx, userId)) === mode;
  return isChosen && (await accounts.refuseVenue(tx, actor, { broker: row.broker, kind: 'real' }, nowMs)) === null;
}

/** Ends an order that was never sent; its stake comes back. */
export const cancelUnsent = (
  deps: TradingDeps,
  tx: Transaction,
  row: BrokerRow,
  reason: CancelReason,
): Promise<BrokerRow> => advance(deps, tx, row, [{ type: 'cancel', reason }]);

/** An adapter that fails has perhaps sent the order. */
async function place(deps: VenueDeps, session: BrokerSession, row: BrokerRow): Promise<OrderReply> {
  const { log, clock, venues } = deps;
  const sentAtMs = clock.now();
  // Held up since the commit, others may own the sessions by now, and put this order to the broker's records.
  if (!venues.isSure) return { outcome: 'refused', fault: { kind: 'network', detail: 'no longer the owner' } };
  try {
    return await session.place(orderOf(row));
  } catch (error) {
    log.error({ err: error, trade: row.id }, 'an adapter failed while it placed an order');
    return { outcome: 'unknown', cause: 'server_error', sentAtMs };
  } finally {
    traceTrade(deps, 'order.send', row, { fromMs: sentAtMs, untilMs: clock.now() });
  }
}

async function heedReply(
  deps: TradingDeps,
  tx: Transaction,
  tradeId: string,
  reply: OrderReply,
): Promise<BrokerRow | null> {
  const row = await lockBrokerTrade(tx, tradeId);
  if (row === null) return null;
  if (reply.outcome === 'accepted') return heedContract(deps, tx, row, reply.contract);
  // A contract, or the reconciler, may have said more by now than this reply.
  if (row.status !== 'active' || row.execution === 'confirmed') return null;
  if (reply.outcome === 'refused') {
    deps.log.info({ trade: tradeId, broker: row.broker, fault: reply.fault }, 'a broker refused an order');
    return advance(deps, tx, row, [{ type: 'refuse', refusal: reply.fault.kind }]);
  }
  return row.execution === 'pending' ? loseTrack(deps, tx, row, reply.cause) : null;
}

/** Nobody knows whether the order arrived: from now on only the broker's records tell. */
export async function loseTrack(
  deps: TradingDeps,
  tx: Transaction,
  row: BrokerRow,
  cause: 'timeout' | 'connection_lost' | 'server_error' | 'crash',
): Promise<BrokerRow> {
  deps.log.warn({ trade: row.id, broker: row.broker, cause }, 'the fate of an order is not known');
  return advance(deps, tx, row, [{ type: 'lose_track', cause }]);
}

/** The order as the broker is handed it. */
export const orderOf = (row: BrokerRow): BrokerOrder => ({
  orderId: row.id,
  accountId: row.broker_account,
  symbol: row.symbol,
  direction: row.direction,
  stakeMinor: minorUnits(row.stake_minor),
  durationS: row.duration_min * SECONDS_PER_MINUTE,
  minPayoutRatio: ratio(Math.max(0, row.payout_bp - PAYOUT_TOLERANCE_BP) / BASIS_POINTS),
  sendDeadlineMs: epochMs(row.send_by.getTime()),
});
