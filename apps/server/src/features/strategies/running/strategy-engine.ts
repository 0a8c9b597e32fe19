import type { Cancel } from '@vigia/core/kernel';
import type { Shard } from '#platform/cluster/shards.ts';
import { AutomationEngine } from '../../automations/index.ts';
import type { StrategyDeps, StrategyMarket } from '../deps.ts';
import { ExternalInbox } from '../external/inbox.ts';
import {
  findExistingStrategyIds,
  findRunningStrategies,
  findRunningStrategy,
  findStrategiesEditedSince,
  type StrategyRow,
} from '../strategy.repository.ts';
import { STRATEGY_EDITED, STRATEGY_REFUSALS } from './engine-calls.ts';
import { openGroups } from './open-groups.ts';
import { SignalPublisher } from './signal-publisher.ts';
import type { SharedRules, StrategyAutomations, StrategyRun } from './strategy-run.ts';

/** Runs strategies on the engine of all automations. */
export class StrategyEngine {
  readonly #engine: StrategyAutomations;
  readonly #inbox: ExternalInbox;

  constructor(deps: StrategyDeps) {
    const { calls } = deps;
    const publisher = new SignalPublisher(deps, () => this.#engine);
    const inbox = new ExternalInbox(deps, () => this.#engine);
    this.#inbox = inbox;
    const served = new Map<Shard, Cancel>();
    this.#engine = new AutomationEngine<StrategyRow, StrategyRun, SharedRules, StrategyMarket>(deps, {
      name: 'strategy',
      leases: 'strategies',
      edited: STRATEGY_EDITED,
      stored: {
        existing: findExistingStrategyIds,
        editedSince: findStrategiesEditedSince,
        running: findRunningStrategies,
        runningOne: findRunningStrategy,
      },
      rowOf: (row) => row,
      open: (request) => openGroups(deps.log, request, publisher),
      listener: publisher,
      onShardsAcquired: (shards) => {
        const answer = ({ id }: { readonly id: string }) => this.#engine.registry.runs.get(id)?.refusals ?? [];
        for (const shard of shards) served.set(shard, calls.serve(STRATEGY_REFUSALS, shard, answer));
        inbox.acquire(shards);
      },
      onShardsReleased: async (shards) => {
        for (const shard of shards) served.get(shard)?.();
        for (const shard of shards) served.delete(shard);
        inbox.release(shards);
      },
    });
  }

  /** Returns the number of distinct evaluations. */
  get streams(): number {
    return this.#engine.registry.evaluations;
  }

  /**
   * Resolves when the strategies of the shards acquired at the start run live. The engine loses no market events during
   * the start.
   */
  start(): Promise<void> {
    this.#inbox.start();
    return this.#engine.start();
  }

  async stop(): Promise<void> {
    await this.#inbox.stop();
    await this.#engine.stop();
  }

  /** Resolves when all findings so far are stored and every readable history is replayed. */
  drained(): Promise<void> {
    return this.#engine.drained();
  }
}
