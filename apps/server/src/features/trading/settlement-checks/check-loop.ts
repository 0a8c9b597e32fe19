import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { ClusterRun } from '#platform/cluster/cluster.ts';
import type { TradingDeps } from '../deps.ts';
import { TRADE_CHANGED } from '../topics.ts';
import { CHECK_AFTER_MS, type CheckDeps, checkCorrected, checkSettlements, checkTrades } from './check-settlements.ts';
import { findDecidedTradesByIds } from './checks.repository.ts';

const CHECK_EVERY_MS = durationMs(5_000);
/** Interval in milliseconds between two searches for trades whose event was lost. */
const SEARCH_EVERY_MS = 60 * 60_000;
/** Largest number of trades that wait in memory. The next search finds the others. */
const MOST_WAITING = 100_000;

/**
 * Checks ended trades against the recorded prices, in one process and apart from settlement. The trades come from
 * events. A search at the start and every hour finds those whose event was lost. A failed round is repeated.
 */
export class SettlementCheckLoop {
  readonly #deps: TradingDeps;
  /** Time of the settlement (epoch ms) of each trade that waits for its check. */
  readonly #waiting = new Map<string, number>();
  #run: ClusterRun | null = null;
  #cancels: readonly Cancel[] = [];
  #running: Promise<void> | null = null;
  #searchedAtMs = -Infinity;

  constructor(deps: TradingDeps) {
    this.#deps = deps;
  }

  /** Resolves when this process takes trades from events, if it makes the checks. */
  async start(): Promise<void> {
    this.#run = this.#deps.cluster.runSingleton('settlement-checks', {
      start: async () => this.#begin(),
      stop: () => this.#end(),
    });
    await this.#run.started;
  }

  async stop(): Promise<void> {
    await this.#run?.stop();
  }

  /** Runs one round, unless one is running. */
  async round(): Promise<void> {
    this.#running ??= this.#check().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  #begin(): void {
    const { bus, clock } = this.#deps;
    this.#searchedAtMs = -Infinity;
    this.#cancels = [
      bus.subscribe(TRADE_CHANGED, ({ trade: { id, settlement } }) => {
        if (settlement !== null && this.#waiting.size < MOST_WAITING)
          this.#waiting.set(id, Date.parse(settlement.settled_at));
      }),
      clock.every(CHECK_EVERY_MS, () => void this.round()),
    ];
  }

  async #end(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    await this.#running;
    this.#waiting.clear();
  }

  async #check(): Promise<void> {
    const { db, clock, brokers, log } = this.#deps;
    try {
      const checking: CheckDeps = { sql: db.sql, catalog: brokers.catalog(), nowMs: clock.now() };
      await this.#checkWaiting(checking);
      if (clock.monotonicMs() - this.#searchedAtMs >= SEARCH_EVERY_MS) {
        await checkSettlements(checking);
        this.#searchedAtMs = clock.monotonicMs();
      } else await checkCorrected(checking);
    } catch (error) {
      log.warn({ err: error }, 'settlements could not be checked; the next round tries again');
    }
  }

  async #checkWaiting(checking: CheckDeps): Promise<void> {
    const due = [...this.#waiting].flatMap(([id, atMs]) => (atMs + CHECK_AFTER_MS <= checking.nowMs ? [id] : []));
    if (due.length === 0) return;
    await checkTrades(checking, await findDecidedTradesByIds(checking.sql, due));
    for (const id of due) this.#waiting.delete(id);
  }
}
