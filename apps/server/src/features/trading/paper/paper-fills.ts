import type { Option } from '@vigia/contract';
import { type Cancel, durationMs, type EpochMs } from '@vigia/core/kernel';
import { finalTransferOf } from '@vigia/core/trades';
import type { ClusterRun } from '#platform/cluster/cluster.ts';
import { firstStoredTick, type PricePoint } from '../../market-data/index.ts';
import type { TradingDeps } from '../deps.ts';
import { SettlementPublisher } from '../settlement-publisher.ts';
import { TRADE_CHANGED } from '../topics.ts';
import { findTradesByIds } from '../trade.repository.ts';
import { applyTradeEvents } from '../trade-life.ts';
import { lengthOfRow, toOption } from '../trade-row.ts';
import {
  computeFill,
  type FillRefusal,
  fillRefusalOf,
  rebuildSubmittedTrade,
  responseWithFill,
} from './compute-fill.ts';
import {
  findWaitingOrders,
  lockPendingOrders,
  lockPendingOrderWithAccount,
  type PendingRow,
  type WaitingOrder,
  writeFills,
  writeRefusal,
} from './fills.repository.ts';

const FILL_EVERY_MS = durationMs(50);
/** Interval in milliseconds between two searches for orders whose event was lost. */
const SEARCH_EVERY_MS = 5_000;
/** An order is refused if no tick comes within this many milliseconds after its entry time. */
const FILL_WITHIN_MS = 10_000;
/** An order on a source that is not live is refused after this time (ms), although its ticks until then are unknown. */
const SILENT_MS = 30_000;

type Waiting = WaitingOrder & { readonly sinceMs: number };

/**
 * Fills paper orders at the first tick after their entry time, in one process. The orders come from events, and from a
 * search at the start and every 5 s, so that none is lost. An order without a tick for 10 s is refused, and its stake
 * is returned.
 */
export class PaperFills {
  readonly #deps: TradingDeps;
  readonly #publisher: SettlementPublisher;
  readonly #waiting = new Map<string, Waiting>();
  #run: ClusterRun | null = null;
  #cancels: readonly Cancel[] = [];
  #running: Promise<void> | null = null;
  #searchedAtMs = -Infinity;

  constructor(deps: TradingDeps) {
    this.#deps = deps;
    this.#publisher = new SettlementPublisher(deps);
  }

  /** Resolves when this process has handled the waiting orders of an earlier process, if it fills orders. */
  async start(): Promise<void> {
    this.#run = this.#deps.cluster.runSingleton('paper-fills', { start: () => this.#begin(), stop: () => this.#end() });
    await this.#run.started;
  }

  async stop(): Promise<void> {
    await this.#run?.stop();
    await this.#publisher.stop();
  }

  /**
   * Fills an order if its tick is known already. Returns the order, with its fill once it is filled; a repeated request
   * for an ended trade gets the same response. A refused order is returned as it ended.
   */
  async fillNow(option: Option): Promise<Option> {
    if (option.execution !== 'pending') return option;
    const { id, source, asset_symbol: symbol, entry_time: entryTime } = option;
    const entry_time = new Date(entryTime);
    const { clock, db } = this.#deps;
    const tick = this.#firstTick({ id, source, symbol, entry_time });
    // A stored response of an earlier request may be older than the fill.
    if (tick === null && clock.now() <= entry_time.getTime() + FILL_EVERY_MS) return option;
    if (tick !== null) await this.#fill(new Map([[id, tick]]));
    const [row] = await findTradesByIds(db.sql, [id]);
    return row === undefined ? option : responseWithFill(option, toOption(row));
  }

  /** Fills the orders whose tick is known, and refuses those that waited too long. */
  async round(): Promise<void> {
    this.#running ??= this.#look().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #begin(): Promise<void> {
    const { bus, clock } = this.#deps;
    this.#searchedAtMs = -Infinity;
    this.#cancels = [
      bus.subscribe(TRADE_CHANGED, ({ trade }) => {
        if (trade.broker === 'mock' && trade.execution === 'pending')
          this.#add({
            id: trade.id,
            source: trade.source,
            symbol: trade.asset_symbol,
            entry_time: new Date(trade.entry_time),
          });
      }),
      clock.every(FILL_EVERY_MS, () => void this.round()),
    ];
    await this.round();
  }

  async #end(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    await this.#running;
    this.#waiting.clear();
  }

  #add(order: WaitingOrder): void {
    if (!this.#waiting.has(order.id))
      this.#waiting.set(order.id, { ...order, sinceMs: this.#deps.clock.monotonicMs() });
  }

  async #look(): Promise<void> {
    const { clock, db, log } = this.#deps;
    try {
      if (clock.monotonicMs() - this.#searchedAtMs >= SEARCH_EVERY_MS) {
        for (const order of await findWaitingOrders(db.sql)) this.#add(order);
        this.#searchedAtMs = clock.monotonicMs();
      }
      const ticks = new Map(
        [...this.#waiting.values()].flatMap((order): [string, PricePoint][] => {
          const tick = this.#firstTick(order);
          return tick === null ? [] : [[order.id, tick]];
        }),
      );
      await this.#fill(ticks);
      for (const order of this.#waiting.values()) if (this.#isOverdue(order)) await this.#giveUp(order);
    } catch (error) {
      log.warn({ err: error }, 'paper orders could not be filled; the next round tries again');
    }
  }

  #firstTick({ source, symbol, entry_time: entryTime }: WaitingOrder): PricePoint | null {
    const entryMs = entryTime.getTime();
    const tick = this.#deps.markets.at(source).firstAfter(symbol, entryMs);
    return tick !== null && tick.timeMs <= entryMs + FILL_WITHIN_MS ? tick : null;
  }

  /**
   * A process that has just started waits as long as one that saw the order, because missed ticks may still come. So
   * may ticks that wait for the database: the order is refused when all ticks up to its limit are stored.
   */
  #isOverdue({ source, symbol, entry_time: entryTime, sinceMs }: Waiting): boolean {
    const { clock, markets } = this.#deps;
    const limitMs = entryTime.getTime() + FILL_WITHIN_MS;
    const waitedMs = clock.monotonicMs() - sinceMs;
    if (clock.now() <= limitMs || waitedMs < FILL_WITHIN_MS) return false;
    const market = markets.at(source);
    const knownMs = market.knownThroughMs(source, symbol);
    if (knownMs !== null && knownMs >= limitMs) return true;
    return waitedMs >= SILENT_MS && market.condition(symbol).state !== 'live';
  }

  async #giveUp(order: WaitingOrder): Promise<void> {
    const afterMs = order.entry_time.getTime();
    // The tick may have come while the round waited for the database.
    const tick =
      this.#firstTick(order) ??
      (await firstStoredTick(this.#deps.db.sql, order, { afterMs, untilMs: afterMs + FILL_WITHIN_MS }));
    await (tick === null ? this.#refuse(order.id, 'no_tick') : this.#fill(new Map([[order.id, tick]])));
  }

  async #fill(ticks: ReadonlyMap<string, PricePoint>): Promise<void> {
    if (ticks.size === 0) return;
    const { db, clock } = this.#deps;
    const nowMs = clock.now();
    const pending = await db.transaction(async (tx) => {
      const rows = await lockPendingOrders(tx, [...ticks.keys()]);
      const judged = rows.map((row) => {
        const payoutBp = this.#payoutBp(row, ticks.get(row.id), nowMs);
        return { row, payoutBp, refusal: fillRefusalOf(row, payoutBp) };
      });
      const fills = judged.flatMap(({ row, payoutBp, refusal }) =>
        refusal === null ? computeFill(row, ticks.get(row.id), payoutBp) : [],
      );
      if (fills.length > 0) await writeFills(tx, fills, nowMs);
      return { fills, refused: judged.map(({ row: { id }, refusal }) => ({ id, refusal })) };
    });
    for (const { id, refusal } of pending.refused) if (refusal !== null) await this.#refuse(id, refusal);
    for (const id of ticks.keys()) this.#waiting.delete(id);
    for (const { row, price: entryPrice, tickMs, payoutBp } of pending.fills) {
      const at = { entry_price: entryPrice, entry_tick_ms: tickMs, payout_bp: payoutBp } as const;
      const filled = { ...row, ...at, execution: 'confirmed' } as const;
      this.#deps.bus.publish(TRADE_CHANGED, { userId: row.user_id, trade: toOption(filled) });
    }
  }

  /**
   * Returns the payout that the source offers at the tick that fills an order. The time of the tick counts, so that the
   * payout does not depend on how fast this process is. An order that is filled later keeps the payout of its
   * acceptance, because the payouts of brokers are not recorded.
   */
  #payoutBp(row: PendingRow, tick: PricePoint | undefined, nowMs: EpochMs): number | null {
    if (tick === undefined || nowMs > row.entry_time.getTime() + FILL_WITHIN_MS) return row.payout_bp;
    return this.#deps.markets.at(row.source).payoutBp(row.symbol, lengthOfRow(row), tick.timeMs) ?? row.payout_bp;
  }

  async #refuse(id: string, refusal: FillRefusal): Promise<void> {
    const { db, clock, accounts } = this.#deps;
    const nowMs = clock.now();
    const row = await db.transaction(async (tx) => {
      const pending = await lockPendingOrderWithAccount(tx, id);
      if (pending === null) return null;
      const event = { type: 'refuse', refusal } as const;
      const transfer = finalTransferOf(applyTradeEvents(rebuildSubmittedTrade(pending), [event]).trade);
      await writeRefusal(tx, pending, event, nowMs);
      if (transfer) await accounts.book(tx, [{ accountId: pending.account_id, tradeId: id, transfer }], nowMs);
      return pending;
    });
    this.#waiting.delete(id);
    if (row !== null) this.#publisher.publish([{ id, userId: row.user_id }]);
  }
}
