import type { CandleColumns } from '@vigia/core/candles';
import type { AutomationKind as KindName, Timeframe } from '@vigia/core/vocabulary';
import type { Call } from '#platform/calls/calls.ts';
import type { StoredRows } from '#platform/cluster/row-reconciler.ts';
import type { Shard } from '#platform/cluster/shards.ts';
import type { Sql } from '#platform/persistence/database.ts';
import type { JournalListener } from '../signals/index.ts';
import type { AutomationRow, AutomationRun, EvaluationGroup } from './automation.ts';
import type { AutomationStream } from './automation-stream.ts';
import type { AutomationMarket } from './deps.ts';

/** Automations on one asset of one market that start together. */
export type OpenRequest<Stored, Market> = {
  readonly market: Market;
  readonly asset: string;
  readonly rows: readonly Stored[];
  /**
   * Returns the open time of the first live candle that waits for the history of this timeframe (epoch seconds);
   * Infinity if there is none. Valid after the history was read.
   */
  readonly bufferedFrom: (timeframe: Timeframe) => number;
};

/** The started groups of one timeframe, and the past candles that they have processed. */
export type OpenedGroups<Group> = { readonly groups: Group[]; past: CandleColumns };

/**
 * What the engine needs to know about a kind of automation: its stored rows, how rows become evaluations, and who
 * receives its stored signals. Implement it to add a kind (features/pcr/running, features/strategies/running).
 */
export type AutomationKind<
  Stored extends AutomationRow,
  Run extends AutomationRun<Group>,
  Group extends EvaluationGroup<Run>,
  Market extends AutomationMarket,
> = {
  readonly name: KindName;
  /** Name of the shard leases. A process runs the automations of the shards that it owns. */
  readonly leases: string;
  /** Call that reports a committed change of an automation. The engine answers when it has applied the change. */
  readonly edited: Call<{ readonly id: string }, null>;
  readonly stored: StoredRows & {
    /** From these shards, reads the rows of all automations that should run. */
    readonly running: (sql: Sql, shards: readonly Shard[]) => Promise<readonly Stored[]>;
    /** Reads the row of an automation; null if the automation does not exist or should not run. */
    readonly runningOne: (sql: Sql, id: string) => Promise<Stored | null>;
  };
  /** Returns the part of a row that stays in memory. */
  readonly rowOf: (row: Stored) => Run['row'];
  /**
   * Creates the evaluation groups of the rows and replays their history. Skips a row whose rules are no longer valid.
   * @throws if the history cannot be read; the engine then tries again
   */
  readonly open: (request: OpenRequest<Stored, Market>) => Promise<ReadonlyMap<Timeframe, OpenedGroups<Group>>>;
  /** Receives signals after their commit. */
  readonly listener: JournalListener;
  /** Receives each live candle after its evaluation. */
  readonly onCandle?: (
    stream: AutomationStream<Run, Group>,
    ...event: Parameters<AutomationStream<Run, Group>['onCandle']>
  ) => void;
  /** Called before the automations of acquired shards start. */
  readonly onShardsAcquired?: (shards: readonly Shard[]) => void;
  /**
   * Called before the automations of lost shards stop, with their runs. The next lease holder waits until it resolves.
   */
  readonly onShardsReleased?: (shards: readonly Shard[], runs: readonly Run[]) => Promise<void>;
};
