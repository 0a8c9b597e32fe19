import { ENTRY_TOLERANCE_MS, LatencyWindow } from '@vigia/core/automation';
import { type Cancel, durationMs } from '@vigia/core/kernel';
import { isPassingFault } from '#platform/persistence/connection-fault.ts';
import { type AwaitedScope, type AwaitedSignal, findAwaited, SIGNAL_SEALED } from '../signals/index.ts';
import { decideSignal } from './decide-signal.ts';
import type { AutoTradingDeps } from './deps.ts';
import { WorkLanes } from './work-lanes.ts';

const AGAIN_AFTER_MS = durationMs(250);
/** What was sealed longer ago than that is history, whoever trades by himself. */
const LOOK_BACK_MS = 24 * 60 * 60_000;
/** People whose signals are decided at once: most of the database's connections are left for everybody else. */
const LANES = 4;

/**
 * Trades signals for whoever switched that on. A message only wakes it: what waits for a decision is read from the database,
 * so that after a restart nothing is lost, and nothing is done twice.
 */
export class AutoTrader {
  readonly #deps: AutoTradingDeps;
  readonly #lanes: WorkLanes;
  /** What a broker takes comes after the order is written: its adapter keeps the order's own deadline. */
  readonly #latency = new LatencyWindow();
  #sealed: string[] = [];
  /** Signals that are being decided, whatever they wait for: told of twice they are looked at once. */
  readonly #inHand = new Map<string, { readonly hasWaited: boolean }>();
  #unsubscribe: Cancel = () => undefined;

  constructor(deps: AutoTradingDeps) {
    this.#deps = deps;
    this.#lanes = new WorkLanes(deps.clock, LANES, AGAIN_AFTER_MS);
  }

  /** Decides what was left undecided by whoever ran before, and from now on every signal as it is sealed. */
  start(): void {
    const { bus, clock } = this.#deps;
    this.#unsubscribe = bus.subscribe(SIGNAL_SEALED, ({ userId, signalId }) => {
      if (userId !== null) this.#take(signalId);
    });
    this.#look({ kind: 'since', sinceMs: clock.now() - LOOK_BACK_MS });
  }

  /** Ends what is under way; the rest waits in the database for the next start. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#lanes.stop();
  }

  /** Resolves once nothing waits any more. */
  idle(): Promise<void> {
    return this.#lanes.idle();
  }

  /** Signals of the same moment are looked up together. */
  #take(signalId: string): void {
    this.#sealed.push(signalId);
    if (this.#sealed.length > 1) return;
    queueMicrotask(() => {
      const ids = this.#sealed;
      this.#sealed = [];
      this.#look({ kind: 'ids', ids });
    });
  }

  #look(scope: AwaitedScope): void {
    this.#lanes.add(null, async () => {
      try {
        for (const signal of await findAwaited(this.#deps.db.sql, scope)) this.#enqueue(signal);
        return 'done';
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'signals to trade could not be looked up; tried again');
        return 'again';
      }
    });
  }

  #enqueue(signal: AwaitedSignal): void {
    if (this.#inHand.has(signal.signalId)) return;
    this.#inHand.set(signal.signalId, { hasWaited: false });
    this.#lanes.add(signal.userId, async () => {
      const ended = await this.#decide(signal);
      if (ended === 'done') this.#inHand.delete(signal.signalId);
      return ended;
    });
  }

  async #decide(signal: AwaitedSignal): Promise<'done' | 'again'> {
    const { clock, trading, log } = this.#deps;
    const sentAtMs = clock.now();
    const isInTime = sentAtMs <= signal.entryTimeMs + ENTRY_TOLERANCE_MS;
    try {
      const outcome = await decideSignal(this.#deps, signal, {
        ...{ sentAtMs, latencyMs: this.#latency.p95(sentAtMs) },
        hasWaited: this.#inHand.get(signal.signalId)?.hasWaited ?? false,
      });
      if (outcome.kind === 'waits') {
        this.#inHand.set(signal.signalId, { hasWaited: true });
        return 'again';
      }
      if (outcome.kind === 'traded') {
        this.#latency.add(clock.now(), durationMs(Math.max(0, clock.now() - sentAtMs)));
        trading.tellPlaced(outcome.placed);
      }
      return 'done';
    } catch (error) {
      const isPassing = isPassingFault(error);
      log.warn({ err: error, signal: signal.signalId, isInTime }, 'a signal could not be decided');
      return isInTime || isPassing ? 'again' : 'done';
    }
  }
}
