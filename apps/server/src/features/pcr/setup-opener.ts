import type { Timeframe } from '@vigia/core/vocabulary';
import type { PcrDeps, PcrMarket } from './deps.ts';
import { type Opened, openRuns } from './open-runs.ts';
import type { SetupRow } from './pcr.repository.ts';
import type { Roster } from './roster.ts';
import type { RunReporter } from './run-reporter.ts';
import { SEQUENCES_OF_GROUP } from './running-views.ts';
import type { GroupContext } from './sequence-group.ts';

const BASIS_POINTS = 10_000;
/** Sequences in memory for screens, of all groups together. */
const SEQUENCES_IN_ALL = 100_000;

type OpenerDeps = Pick<PcrDeps, 'db' | 'log'> & { readonly roster: Roster; readonly reporter: RunReporter };

/** Folds the past of setups and lets them run live. */
export class SetupOpener {
  readonly #deps: OpenerDeps;

  constructor(deps: OpenerDeps) {
    this.#deps = deps;
  }

  /** Those whose market is within reach; the others begin once it is. */
  async openWithin(rows: readonly SetupRow[]): Promise<void> {
    const groups = new Map<string, SetupRow[]>();
    for (const row of rows) {
      const market = this.#deps.roster.marketOf(row);
      if (market.asset(row.asset) === undefined) continue;
      const place = `${market.source} ${row.asset}`;
      groups.set(place, [...(groups.get(place) ?? []), row]);
    }
    for (const group of groups.values()) await this.#openAll(group);
  }

  /** Opens setups of one asset of one market together: they share its history, and evaluations where they can. */
  async #openAll(rows: readonly SetupRow[]): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const { roster, reporter } = this.#deps;
    const { streams, runs, wanted } = roster;
    const { asset } = first;
    const market = roster.marketOf(first);
    const begun = [...new Set(rows.map(({ timeframe }) => timeframe))].map((timeframe) => {
      const stream = streams.findOrMake(market.source, asset, timeframe);
      return { timeframe, stream, opening: stream.beginOpening() };
    });
    let opened: ReadonlyMap<Timeframe, Opened> = new Map();
    try {
      opened = await openRuns({ ...this.#deps, market }, asset, rows, reporter, this.#context(market, asset));
    } finally {
      for (const { timeframe, stream, opening } of begun) {
        const { groups = [], past = null } = opened.get(timeframe) ?? {};
        for (const group of groups) for (const run of group.runs) roster.admit(group, run);
        stream.endOpening(opening, groups, past);
        streams.dropIdle(stream);
      }
      for (const row of rows)
        if (!runs.has(row.id) && wanted.get(row.id)?.version === row.version) wanted.delete(row.id);
    }
  }

  #context(market: PcrMarket, asset: string): GroupContext {
    const { roster, reporter } = this.#deps;
    const { min, max } = SEQUENCES_OF_GROUP;
    // By expiry, at the one candle close: thousands of setups ask at each.
    const quoted = new Map<number, number>();
    let quotedAtMs = NaN;
    return {
      sequencesKept: () => Math.min(max, Math.max(min, Math.floor(SEQUENCES_IN_ALL / roster.wanted.size))),
      payoutAt: (expiry, closeMs) => {
        if (closeMs !== quotedAtMs) quoted.clear();
        quotedAtMs = closeMs;
        // A source without a contract of that length pays nothing for it: its signals can only be watched.
        const payout = quoted.get(expiry) ?? (market.payoutBp(asset, expiry, closeMs) ?? 0) / BASIS_POINTS;
        quoted.set(expiry, payout);
        return payout;
      },
      onSequence: (group, sequence) => reporter.onSequence(group, sequence),
    };
  }
}
