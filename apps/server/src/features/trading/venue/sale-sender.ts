import type { SaleReply } from '@vigia/broker-kit/port';
import { durationMs, epochMs, minorUnits } from '@vigia/core/kernel';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { VenueDeps } from '../deps.ts';
import { applyContract } from './apply-contract.ts';
import { resultWithinLimit } from './broker-offer.ts';
import { advanceTrade } from './broker-row.ts';
import { type BrokerRow, lockBrokerTrade } from './broker-trades.repository.ts';
import { publishTrade } from './publish-trade.ts';
import type { SellableContract } from './sale-port.ts';

/**
 * Longest time in milliseconds from the request to sell until the sale is sent. Later the price that the user saw is
 * too old, and the sale is dropped.
 */
export const SALE_SEND_LIMIT_MS = 5_000;

/**
 * Sends written sales to their brokers, each at most once. The caller has committed the request to sell. A sale that is
 * later found pending is looked up in the broker's records and never sent again.
 */
export class SaleSender {
  readonly #deps: VenueDeps;
  /** Sales that are being sent or wait for a reply, by trade id. */
  readonly #inFlight = new Map<string, { readonly userId: string; readonly run: Promise<void> }>();

  constructor(deps: VenueDeps) {
    this.#deps = deps;
  }

  /**
   * Sends a sale that the caller has just written. Resolves when its execution status is stored or marked as unknown;
   * never rejects.
   */
  send(row: BrokerRow, sellable: SellableContract): Promise<void> {
    const run = this.#send(row, sellable)
      .catch((error: unknown) => {
        const level = error instanceof LeaseLostError ? 'warn' : 'error';
        this.#deps.log[level]({ err: error, trade: row.id }, 'a sale at a broker was left to its records');
      })
      .finally(() => this.#inFlight.delete(row.id));
    this.#inFlight.set(row.id, { userId: row.user_id, run });
    return run;
  }

  isInFlight(tradeId: string): boolean {
    return this.#inFlight.has(tradeId);
  }

  /**
   * Waits a limited time for pending replies to sales of these shards. The next process that gets these shards looks
   * the remaining sales up in the broker's records.
   */
  async finish(shards: readonly Shard[]): Promise<void> {
    const { clock, sessionShards, finishOrdersWithinMs } = this.#deps;
    const runs = [...this.#inFlight.values()]
      .filter(({ userId }) => shards.includes(shardOf(userId)) && sessionShards.isFresh(userId))
      .map(({ run }) => run);
    if (runs.length > 0) await resultWithinLimit(clock, Promise.all(runs), durationMs(finishOrdersWithinMs));
  }

  async #send(row: BrokerRow, sellable: SellableContract): Promise<void> {
    const reply = await this.#sell(row, sellable);
    if (reply.outcome === 'unknown') {
      this.#deps.log.warn({ trade: row.id, broker: row.broker, cause: reply.cause }, 'the fate of a sale is not known');
      return;
    }
    const changed = await this.#deps.sessionShards.transaction([row.user_id], (tx) =>
      applySale(this.#deps, tx, row.id, reply),
    );
    if (changed !== null) publishTrade(this.#deps, changed);
  }

  /**
   * Passes the sale to the session. If the adapter throws, the sale may have been sent, so its execution status is
   * unknown.
   */
  async #sell(row: BrokerRow, { sales, contract }: SellableContract): Promise<SaleReply> {
    const { sessionShards, log } = this.#deps;
    const { sale_asked_at: askedAt, sale_min_minor: minMinor } = row;
    // If the shard was lost since the commit, another process may already be looking this sale up at the broker.
    if (askedAt === null || minMinor === null || !sessionShards.isFresh(row.user_id)) return NOT_SENT;
    const sendDeadlineMs = epochMs(askedAt.getTime() + SALE_SEND_LIMIT_MS);
    try {
      return await sales.sell({ contract, minPriceMinor: minorUnits(minMinor), sendDeadlineMs });
    } catch (error) {
      log.error({ err: error, trade: row.id }, 'an adapter failed while it sold a contract');
      return { outcome: 'unknown', cause: 'server_error' };
    }
  }
}

const NOT_SENT: SaleReply = { outcome: 'refused', fault: { kind: 'network', detail: 'no longer the owner' } };

/**
 * Books a sold option contract like any other end of a contract, or drops a refused sale. Repeating the call changes
 * nothing.
 */
async function applySale(
  deps: VenueDeps,
  tx: Transaction,
  tradeId: string,
  reply: Exclude<SaleReply, { readonly outcome: 'unknown' }>,
): Promise<BrokerRow | null> {
  const row = await lockBrokerTrade(tx, tradeId);
  if (row === null) return null;
  if (reply.outcome === 'sold') return applyContract(deps, tx, row, reply.contract);
  deps.log.info({ trade: tradeId, broker: row.broker, fault: reply.fault }, 'a broker refused a sale');
  return dropSale(deps, tx, row, reply.fault.kind);
}

/**
 * Drops a sale that did not happen; the trade stays open. Does nothing if the trade has ended or no sale is pending.
 */
export async function dropSale(
  deps: VenueDeps,
  tx: Transaction,
  row: BrokerRow,
  refusal: string,
): Promise<BrokerRow | null> {
  if (row.status !== 'active' || row.sale_asked_at === null) return null;
  return advanceTrade(deps, tx, row, [{ type: 'drop_sale', refusal }]);
}
