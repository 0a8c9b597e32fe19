import { minutesLong } from '@vigia/core/trades';
import type { Timeframe } from '@vigia/core/vocabulary';
import type { PcrDeps, PcrMarket } from '../deps.ts';
import type { SetupRow } from '../pcr.repository.ts';
import { type Opened, openRuns } from './open-runs.ts';
import { type GroupContext, SEQUENCES_OF_GROUP, type SequenceGroup } from './sequence-group.ts';
import type { RunListener, RunningRow, SetupRun } from './setup-run.ts';
import type { SetupStream } from './setup-stream.ts';
import { StreamIndex } from './stream-index.ts';

const BASIS_POINTS = 10_000;
/** Largest number of sequences kept in memory for screens, over all groups. */
const SEQUENCES_IN_ALL = 100_000;

/** Receives everything that the detectors of running setups find. */
type DetectionListener = RunListener & Pick<GroupContext, 'onSequence'>;

/** The running setups of this process, and the streams that evaluate them. */
export class RunRegistry {
  readonly streams = new StreamIndex();
  /** Runs by setup id. */
  readonly runs = new Map<string, SetupRun>();
  /** Setups that should run, including those whose history the process still reads. */
  readonly wanted = new Map<string, RunningRow>();
  readonly #deps: Pick<PcrDeps, 'db' | 'log' | 'markets'>;

  constructor(deps: Pick<PcrDeps, 'db' | 'log' | 'markets'>) {
    this.#deps = deps;
  }

  marketOf({ price_source }: Pick<RunningRow, 'price_source'>): PcrMarket {
    return this.#deps.markets.at(price_source);
  }

  streamOf(row: RunningRow): SetupStream | undefined {
    return this.streams.find(this.marketOf(row).source, row.asset, row.timeframe);
  }

  remove(run: SetupRun): void {
    const stream = this.streamOf(run.row);
    this.runs.delete(run.row.id);
    stream?.close(run);
    if (stream !== undefined) this.streams.dropIdle(stream);
  }

  /**
   * Starts these setups: folds their history, then runs them live. A setup whose market is not open starts when that
   * market opens.
   */
  async open(rows: readonly SetupRow[], listener: DetectionListener): Promise<void> {
    const byAsset = new Map<string, SetupRow[]>();
    for (const row of rows) {
      const market = this.marketOf(row);
      if (market.asset(row.asset) === undefined) continue;
      const key = `${market.source} ${row.asset}`;
      byAsset.set(key, [...(byAsset.get(key) ?? []), row]);
    }
    for (const group of byAsset.values()) await this.#openAll(group, listener);
  }

  /**
   * Starts the setups of one asset of one market together. They share the history and, where possible, their
   * evaluation.
   */
  async #openAll(rows: readonly SetupRow[], listener: DetectionListener): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const { asset } = first;
    const market = this.marketOf(first);
    const begun = [...new Set(rows.map(({ timeframe }) => timeframe))].map((timeframe) => {
      const stream = this.streams.findOrMake(market.source, asset, timeframe);
      return { timeframe, stream, opening: stream.beginOpening() };
    });
    let opened: ReadonlyMap<Timeframe, Opened> = new Map();
    try {
      const context = this.#contextOf(market, asset, listener);
      opened = await openRuns({ ...this.#deps, market }, asset, rows, listener, context);
    } finally {
      for (const { timeframe, stream, opening } of begun) {
        const { groups = [], past = null } = opened.get(timeframe) ?? {};
        for (const group of groups) for (const run of group.runs) this.#admit(group, run);
        stream.endOpening(opening, groups, past);
        this.streams.dropIdle(stream);
      }
      for (const row of rows)
        if (!this.runs.has(row.id) && this.wanted.get(row.id)?.version === row.version) this.wanted.delete(row.id);
    }
  }

  /** Adds the run to the registry, unless the setup was changed or switched off during the fold of its history. */
  #admit(group: SequenceGroup, run: SetupRun): void {
    const wanted = this.wanted.get(run.row.id);
    if (wanted === undefined || wanted.version !== run.row.version) return group.remove(run);
    run.row = wanted;
    this.runs.set(run.row.id, run);
  }

  #contextOf(market: PcrMarket, asset: string, listener: DetectionListener): GroupContext {
    const { min, max } = SEQUENCES_OF_GROUP;
    // Payouts are cached by expiry for one candle close, because thousands of setups read them at each close.
    const quoted = new Map<number, number>();
    let quotedAtMs = NaN;
    return {
      sequencesKept: () => Math.min(max, Math.max(min, Math.floor(SEQUENCES_IN_ALL / this.wanted.size))),
      payoutAt: (expiry, closeMs) => {
        if (closeMs !== quotedAtMs) quoted.clear();
        quotedAtMs = closeMs;
        // An expiry without a contract at this price source has payout 0: users can watch its signals but not trade
        // them.
        const payout = quoted.get(expiry) ?? (market.payoutBp(asset, minutesLong(expiry), closeMs) ?? 0) / BASIS_POINTS;
        quoted.set(expiry, payout);
        return payout;
      },
      onSequence: (group, sequence) => listener.onSequence(group, sequence),
    };
  }
}
