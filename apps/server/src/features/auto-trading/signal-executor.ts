import { ENTRY_TOLERANCE_MS, LatencyWindow } from '@vigia/core/auto-trading';
import { durationMs, type EpochMs } from '@vigia/core/kernel';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import { shardOf } from '#platform/cluster/shards.ts';
import { isTransientFault } from '#platform/persistence/connection-fault.ts';
import {
  type AwaitingDecisionScope,
  findSignalsAwaitingDecision,
  SIGNAL_DECIDED,
  type SignalAwaitingDecision,
} from '../signals/index.ts';
import { BROKER_SIGNALS } from './broker-signals.ts';
import { decideSignal, type SignalDecision } from './decide-signal.ts';
import type { AutoTradingDeps } from './deps.ts';
import { ScheduledOrders } from './scheduled-orders.ts';
import type { SignalOwner } from './signal-owner.ts';
import { type JobResult, WorkLanes } from './work-lanes.ts';

const AGAIN_AFTER_MS = durationMs(250);
/** Number of users whose signals are decided concurrently. It is small, so that most database connections stay free. */
const LANES = 4;

/** Result of a call: `done` if all signals are decided, `retry` if another process must still decide some of them. */
type Ended = 'done' | 'retry';

type Deciding = {
  readonly signal: SignalAwaitingDecision;
  readonly ended: Promise<Ended>;
  readonly end: (how: Ended) => void;
  hasWaited: boolean;
  /** When the order is sent; null while no second is planned for it. */
  plannedMs: EpochMs | null;
};

/**
 * Decides signals, one at a time per user. Reads the undecided signals from the database, so a signal that is published
 * twice is decided once.
 */
export class SignalExecutor {
  readonly #deps: AutoTradingDeps;
  readonly #owner: SignalOwner;
  readonly #lanes: WorkLanes;
  /** Written orders that wait for their second. */
  readonly #held: ScheduledOrders;
  /**
   * Latency of writing an order, without the later delay of the broker. The adapter itself checks the order's deadline.
   */
  readonly #latency = new LatencyWindow();
  #received: string[] = [];
  #publishing: Promise<Ended> | null = null;
  /** Signals whose decision is running, by id, so that a signal received twice is decided once. */
  readonly #deciding = new Map<string, Deciding>();
  readonly #stopped: Promise<Ended>;
  #onStopped: (how: Ended) => void = () => undefined;

  constructor(deps: AutoTradingDeps, owner: SignalOwner) {
    this.#deps = deps;
    this.#owner = owner;
    this.#lanes = new WorkLanes(deps.clock, LANES, AGAIN_AFTER_MS);
    this.#held = new ScheduledOrders(deps.clock, (placed) => deps.orders.publishPlaced(placed));
    this.#stopped = new Promise((resolve) => {
      this.#onStopped = resolve;
    });
  }

  /**
   * Decides these signals. Signals received in the same turn of the event loop are read together. Resolves when the
   * signals are decided or left to another process.
   */
  decide(signalIds: readonly string[]): Promise<Ended> {
    this.#received.push(...signalIds);
    this.#publishing ??= Promise.resolve().then(() => {
      const ids = this.#received;
      this.#received = [];
      this.#publishing = null;
      return this.look({ kind: 'ids', ids });
    });
    return this.#publishing;
  }

  /** Decides all undecided signals of a scope. */
  look(scope: AwaitingDecisionScope): Promise<Ended> {
    const looked = new Promise<Ended>((resolve) => {
      this.#lanes.add(null, async () => {
        try {
          const ends = (await findSignalsAwaitingDecision(this.#deps.db.sql, scope)).map((signal) =>
            this.#onSignal(signal),
          );
          void Promise.all(ends).then((all) => resolve(all.includes('retry') ? 'retry' : 'done'));
          return 'done';
        } catch (error) {
          this.#deps.log.warn({ err: error }, 'signals to trade could not be looked up; tried again');
          return 'retry';
        }
      });
    });
    return Promise.race([looked, this.#stopped]);
  }

  /** Resolves when no decision is running for users whose shard another process owns. */
  async left(): Promise<void> {
    const moved = [...this.#deciding.values()].filter(({ signal }) => this.#owner.ownerOf(signal.userId) === 'other');
    await Promise.all(moved.map(({ ended }) => Promise.race([ended, this.#stopped])));
    this.#held.sendAll();
  }

  /** Resolves when no decision is running or pending. */
  idle(): Promise<void> {
    return this.#lanes.idle();
  }

  /** Stops after the running decisions. All other signals stay undecided in the database. */
  async stop(): Promise<void> {
    await this.#lanes.stop();
    this.#held.sendAll();
    this.#onStopped('retry');
  }

  #onSignal(signal: SignalAwaitingDecision): Promise<Ended> {
    const known = this.#deciding.get(signal.signalId);
    if (known !== undefined) return known.ended;
    let end: Deciding['end'] = () => undefined;
    const ended = new Promise<Ended>((resolve) => {
      end = resolve;
    });
    const one: Deciding = { signal, ended, end, hasWaited: false, plannedMs: null };
    this.#deciding.set(signal.signalId, one);
    this.#lanes.add(signal.userId, () => this.#work(one));
    return ended;
  }

  async #work(one: Deciding): Promise<JobResult> {
    const how = await this.#decide(one);
    if (how !== 'done' && how !== 'other') return how;
    this.#deciding.delete(one.signal.signalId);
    one.end(how === 'other' ? 'retry' : 'done');
    return 'done';
  }

  async #decide(one: Deciding): Promise<JobResult | 'other'> {
    const { userId } = one.signal;
    switch (this.#owner.ownerOf(userId)) {
      case 'other':
        return 'other';
      case 'unknown':
        return 'retry';
      case 'this':
        return this.#decideOwn(one);
    }
  }

  async #decideOwn(one: Deciding): Promise<JobResult | 'other'> {
    const { signal, hasWaited, plannedMs } = one;
    const { clock, work, log } = this.#deps;
    const sentAtMs = clock.now();
    const startedMs = clock.monotonicMs();
    const isInTime = sentAtMs <= signal.entryTimeMs + ENTRY_TOLERANCE_MS;
    try {
      const latencyMs = this.#latency.percentile(0.95, sentAtMs);
      const usualLatencyMs = this.#latency.percentile(0.5, sentAtMs);
      const sending = { sentAtMs, latencyMs, usualLatencyMs, hasWaited, plannedMs };
      const outcome = await decideSignal(this.#deps, this.#owner, signal, sending);
      if (outcome.kind === 'waits') {
        one.hasWaited = true;
        return 'retry';
      }
      if (outcome.kind === 'planned') {
        one.plannedMs = outcome.sendAtMs;
        return { afterMs: outcome.afterMs };
      }
      if (outcome.kind === 'other_process')
        work.add(BROKER_SIGNALS, shardOf(signal.userId), { signalIds: [signal.signalId] });
      if (outcome.kind === 'traded') {
        this.#latency.add(clock.now(), durationMs(clock.monotonicMs() - startedMs));
        this.#held.send(outcome.placed, outcome.sendAtMs);
      }
      this.#publish(signal, outcome);
      return 'done';
    } catch (error) {
      if (error instanceof LeaseLostError) return 'other';
      log.warn({ err: error, signal: signal.signalId, isInTime }, 'a signal could not be decided');
      return isInTime || isTransientFault(error) ? 'retry' : 'done';
    }
  }

  #publish({ userId, automation, signalId }: SignalAwaitingDecision, outcome: SignalDecision): void {
    const isDecided = outcome.kind === 'traded' || outcome.kind === 'refused';
    if (!isDecided || outcome.decision === null) return;
    this.#deps.bus.publish(SIGNAL_DECIDED, { userId, automation, signalId, decision: outcome.decision });
  }
}
