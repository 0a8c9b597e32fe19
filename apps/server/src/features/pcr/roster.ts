import type { PcrDeps, PcrMarket } from './deps.ts';
import type { SequenceGroup } from './sequence-group.ts';
import type { RunningRow, SetupRun } from './setup-run.ts';
import type { Stream } from './stream.ts';
import { StreamIndex } from './stream-index.ts';

/** The setups that run here, and the streams they run in. */
export class Roster {
  readonly streams = new StreamIndex();
  /** By setup. */
  readonly runs = new Map<string, SetupRun>();
  /** Setups that are to run, also while their past is still being read. */
  readonly wanted = new Map<string, RunningRow>();
  readonly #markets: PcrDeps['markets'];

  constructor(markets: PcrDeps['markets']) {
    this.#markets = markets;
  }

  marketOf({ price_source }: Pick<RunningRow, 'price_source'>): PcrMarket {
    return this.#markets.at(price_source);
  }

  streamOf(row: RunningRow): Stream | undefined {
    return this.streams.find(this.marketOf(row).source, row.asset, row.timeframe);
  }

  /** A setup that was changed or switched off while its past was folded does not run. */
  admit(group: SequenceGroup, run: SetupRun): void {
    const wanted = this.wanted.get(run.row.id);
    if (wanted === undefined || wanted.version !== run.row.version) return group.remove(run);
    run.row = wanted;
    this.runs.set(run.row.id, run);
  }

  remove(run: SetupRun): void {
    const stream = this.streamOf(run.row);
    this.runs.delete(run.row.id);
    stream?.close(run);
    if (stream !== undefined) this.streams.dropIdle(stream);
  }
}
