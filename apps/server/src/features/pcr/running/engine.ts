import type { PcrDebug, PcrSequenceView, RejectionView } from '@vigia/contract';
import { AutomationEngine } from '../../automations/index.ts';
import type { PcrDeps, PcrMarket } from '../deps.ts';
import {
  findExistingSetupIds,
  findRunningSetup,
  findRunningSetups,
  findSetupsEditedSince,
  type SetupRow,
} from '../pcr.repository.ts';
import { Publisher } from '../publishing/publisher.ts';
import { EventLog } from '../reporting/event-log.ts';
import { debugViewOf, sequencesOf } from '../reporting/running-views.ts';
import { SETUP_EDITED } from './engine-calls.ts';
import { EngineRpcServer } from './engine-rpc-server.ts';
import { groupContextOf } from './group-context.ts';
import type { EngineHealth, RunningSetups } from './running-setups.ts';
import {
  type RunningRow,
  type SetupCounters,
  type SetupEngine,
  type SetupRun,
  type SharedEvaluation,
  toRunningRow,
} from './setup-run.ts';
import { startSetupRuns } from './start-setup-runs.ts';
import { StateSaver } from './state-saver.ts';

/** Runs setups on the engine of all automations, saves their states, and reports what they find. */
export class PcrEngine implements RunningSetups {
  readonly #engine: SetupEngine;
  readonly #stateSaver: StateSaver;
  readonly #events = new EventLog();

  constructor(deps: PcrDeps) {
    const events = this.#events;
    const publisher = new Publisher({ ...deps, events }, () => this.#engine);
    const rpc = new EngineRpcServer(deps.calls, this);
    this.#engine = new AutomationEngine<SetupRow, SetupRun, SharedEvaluation, PcrMarket>(deps, {
      name: 'pcr',
      leases: 'pcr',
      edited: SETUP_EDITED,
      stored: {
        existing: findExistingSetupIds,
        editedSince: findSetupsEditedSince,
        running: findRunningSetups,
        runningOne: findRunningSetup,
      },
      rowOf: toRunningRow,
      open: (request) => {
        const setups = () => this.#engine.registry.wanted.size;
        const { market, asset } = request;
        const context = groupContextOf(market, asset, setups, (group, found) => publisher.onSequence(group, found));
        return startSetupRuns(deps, request, publisher, context);
      },
      listener: publisher,
      onCandle: (stream, candle, isBackfilled) => {
        if (events.isWatching) events.addCandle(stream, candle, isBackfilled);
      },
      onShardsAcquired: (shards) => rpc.open(shards),
      onShardsReleased: async (shards, runs) => {
        rpc.close(shards);
        await this.#stateSaver.save(runs.map(({ row }) => row.id));
      },
    });
    this.#stateSaver = new StateSaver({ ...deps, owned: this.#engine.owned, runs: this.#engine.registry.runs });
  }

  /** Returns the number of asset and timeframe pairs that setups watch. */
  get streams(): number {
    return this.#engine.registry.streams.size;
  }

  get lastCandleAtMs(): number | null {
    return this.#engine.market.lastCandleAtMs;
  }

  health(): EngineHealth {
    return { streams: this.streams, lastCandleAtMs: this.lastCandleAtMs };
  }

  /**
   * Resolves when the setups of the shards acquired at the start run live. The engine loses no market events during the
   * start.
   */
  start(): Promise<void> {
    this.#stateSaver.start();
    return this.#engine.start();
  }

  stop(): Promise<void> {
    this.#stateSaver.stop();
    return this.#engine.stop();
  }

  /** Resolves when all findings so far are stored. */
  drained(): Promise<void> {
    return this.#engine.drained();
  }

  reload(setupId: string): Promise<void> {
    return this.#engine.reload(setupId);
  }

  async open(row: SetupRow): Promise<void> {
    if (row.is_active) await this.#engine.open(row);
    else this.close(row.id);
  }

  close(setupId: string): void {
    this.#engine.close(setupId);
  }

  rejections(setupId: string): readonly RejectionView[] {
    return this.#engine.registry.runs.get(setupId)?.rejections.views(setupId) ?? [];
  }

  counters(setupId: string): SetupCounters | null {
    return this.#engine.registry.runs.get(setupId)?.counters ?? null;
  }

  sequences(isWanted: (row: RunningRow) => boolean): PcrSequenceView[] {
    return sequencesOf(this.#engine.registry, isWanted);
  }

  debug(setupId: string, after: number): PcrDebug | null {
    return debugViewOf(this.#engine.registry, setupId, () => this.#events.since(setupId, after), {
      last_candle_at: this.lastCandleAtMs === null ? null : new Date(this.lastCandleAtMs).toISOString(),
      evaluation_ms: this.#engine.market.latencies.summary(),
      journal_waiting: this.#engine.journal.waiting,
    });
  }
}
