import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Timeframe } from '@vigia/core/vocabulary';
import type { Logger } from '#platform/logging/logger.ts';
import type { MarketsOf } from '../market-data/index.ts';
import type { AutomationRow, AutomationRun, EvaluationGroup } from './automation.ts';
import type { AutomationKind, OpenedGroups } from './automation-kind.ts';
import type { AutomationStream } from './automation-stream.ts';
import type { AutomationMarket } from './deps.ts';
import { StreamIndex } from './stream-index.ts';

const RETRY_MS = durationMs(5_000);

type RegistryDeps<Market> = {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly markets: MarketsOf<Market>;
};

/** Automations of one asset that are being started, and the streams that buffer events for them. */
type Opening<Stored, Run extends AutomationRun<Group>, Group extends EvaluationGroup<Run>> = {
  readonly asset: string;
  readonly rows: readonly Stored[];
  readonly begun: readonly {
    readonly timeframe: Timeframe;
    readonly stream: AutomationStream<Run, Group>;
    readonly buffer: symbol;
  }[];
};

/** The running automations of this process, and the candle streams on which they are evaluated. */
export class RunRegistry<
  Stored extends AutomationRow,
  Run extends AutomationRun<Group>,
  Group extends EvaluationGroup<Run>,
  Market extends AutomationMarket,
> {
  readonly streams: StreamIndex<Run, Group>;
  /** Runs by automation id. */
  readonly runs = new Map<string, Run>();
  /** Automations that should run, including those whose history the process still reads. */
  readonly wanted = new Map<string, Run['row']>();
  readonly #deps: RegistryDeps<Market>;
  readonly #kind: Pick<AutomationKind<Stored, Run, Group, Market>, 'open' | 'rowOf'>;
  /** Versions that are being started, by automation id. */
  readonly #opening = new Map<string, number>();
  readonly #retries = new Set<Cancel>();
  readonly #underWay = new Set<Promise<void>>();
  #isStopped = false;

  constructor(deps: RegistryDeps<Market>, kind: Pick<AutomationKind<Stored, Run, Group, Market>, 'open' | 'rowOf'>) {
    this.#deps = deps;
    this.#kind = kind;
    this.streams = new StreamIndex(() => deps.clock.now());
  }

  /** Number of separate evaluations. */
  get evaluations(): number {
    let count = 0;
    for (const streams of this.streams.streamsByAsset()) for (const { groups } of streams) count += groups.length;
    return count;
  }

  marketOf({ price_source }: Pick<AutomationRow, 'price_source'>): Market {
    return this.#deps.markets.at(price_source);
  }

  streamOf(row: AutomationRow): AutomationStream<Run, Group> | undefined {
    return this.streams.find(this.marketOf(row).source, row.asset, row.timeframe);
  }

  remove(run: Run): void {
    const stream = this.streamOf(run.row);
    this.runs.delete(run.row.id);
    stream?.close(run);
    if (stream !== undefined) this.streams.dropIdle(stream);
  }

  /**
   * Starts these automations: replays their history, then runs them live. An automation whose market is not open starts
   * when that market opens. If a history cannot be read, the promise resolves and the registry tries again later.
   */
  async open(rows: readonly Stored[]): Promise<void> {
    const byAsset = new Map<string, Stored[]>();
    for (const row of rows) {
      const market = this.marketOf(row);
      if (market.asset(row.asset) === undefined || this.#opening.get(row.id) === row.version) continue;
      this.#opening.set(row.id, row.version);
      this.wanted.set(row.id, this.#kind.rowOf(row));
      const key = `${market.source} ${row.asset}`;
      byAsset.set(key, [...(byAsset.get(key) ?? []), row]);
    }
    // All streams buffer events from now on, also those whose history is read last.
    const openings = Array.from(byAsset.values(), (group) => this.#begin(group));
    for (const opening of openings) await this.#attempt(opening);
  }

  /** Resolves when no history is being read. A failed read that is retried later does not count. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Cancels all retries. */
  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#retries) cancel();
    this.#retries.clear();
  }

  /** Lets the streams of these automations buffer events. All are of one asset of one market. */
  #begin(rows: readonly Stored[]): Opening<Stored, Run, Group> {
    const [first] = rows;
    if (first === undefined) throw new Error('an opening has rows');
    const { source } = this.marketOf(first);
    const begun = [...new Set(rows.map(({ timeframe }) => timeframe))].map((timeframe) => {
      const stream = this.streams.findOrMake(source, first.asset, timeframe);
      return { timeframe, stream, buffer: stream.beginOpening() };
    });
    return { asset: first.asset, rows, begun };
  }

  #attempt(opening: Opening<Stored, Run, Group>): Promise<void> {
    const attempt = this.#open(opening);
    this.#underWay.add(attempt);
    return attempt.finally(() => this.#underWay.delete(attempt));
  }

  async #open(opening: Opening<Stored, Run, Group>): Promise<void> {
    const { asset, begun } = opening;
    const rows = opening.rows.filter((row) => this.#isWanted(row));
    const [first] = rows;
    if (first === undefined) return this.#end(opening, new Map());
    const bufferedFrom = (timeframe: Timeframe): number => {
      const one = begun.find((candidate) => candidate.timeframe === timeframe);
      return one === undefined ? Infinity : one.stream.bufferedFrom(one.buffer);
    };
    let opened: ReadonlyMap<Timeframe, OpenedGroups<Group>>;
    try {
      opened = await this.#kind.open({ market: this.marketOf(first), asset, rows, bufferedFrom });
    } catch (error) {
      this.#deps.log.warn({ err: error, asset }, 'the history of automations cannot be read; it is retried');
      return this.#retry(opening);
    }
    this.#end(opening, opened);
  }

  #retry(opening: Opening<Stored, Run, Group>): void {
    for (const { stream, buffer } of opening.begun) stream.dropTicks(buffer);
    if (this.#isStopped) return;
    const cancel = this.#deps.clock.after(RETRY_MS, () => {
      this.#retries.delete(cancel);
      void this.#attempt(opening);
    });
    this.#retries.add(cancel);
  }

  #end({ rows, begun }: Opening<Stored, Run, Group>, opened: ReadonlyMap<Timeframe, OpenedGroups<Group>>): void {
    for (const { timeframe, stream, buffer } of begun) {
      const { groups = [], past = null } = opened.get(timeframe) ?? {};
      for (const group of groups) for (const run of group.runs) this.#admit(group, run);
      stream.endOpening(buffer, groups, past);
      this.streams.dropIdle(stream);
    }
    for (const row of rows) {
      if (this.#opening.get(row.id) === row.version) this.#opening.delete(row.id);
      if (!this.runs.has(row.id) && this.#isWanted(row)) this.wanted.delete(row.id);
    }
  }

  #isWanted({ id, version }: Stored): boolean {
    return this.wanted.get(id)?.version === version;
  }

  /** Adds the run to the registry, unless the automation was changed or switched off while its history was replayed. */
  #admit(group: Group, run: Run): void {
    const wanted = this.wanted.get(run.row.id);
    if (wanted === undefined || wanted.version !== run.row.version) return group.remove(run);
    run.row = wanted;
    this.runs.set(run.row.id, run);
  }
}
