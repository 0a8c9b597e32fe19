import { ENTRY_TOLERANCE_MS, LatencyWindow } from '@vigia/core/automation';
import { durationMs } from '@vigia/core/kernel';
import { LostOwnership } from '#platform/ownership/ownership.ts';
import { isPassingFault } from '#platform/persistence/connection-fault.ts';
import { type AwaitedScope, type AwaitedSignal, findAwaited } from '../signals/index.ts';
import { BROKER_SIGNALS, BROKERS } from './broker-signals.ts';
import { decideSignal } from './decide-signal.ts';
import type { AutoTradingDeps } from './deps.ts';
import type { DeskOwner } from './desk-owner.ts';
import { WorkLanes } from './work-lanes.ts';

const AGAIN_AFTER_MS = durationMs(250);
/** People whose signals are decided at once: most of the database's connections are left for everybody else. */
const LANES = 4;

/** `done`: decided, or nobody's business. `again`: whoever it is up to has not. */
type Ended = 'done' | 'again';

type InHand = {
  readonly signal: AwaitedSignal;
  readonly ended: Promise<Ended>;
  readonly end: (how: Ended) => void;
  hasWaited: boolean;
};

/**
 * Decides signals, each person's one after the other. What waits for a decision is read from the database, so that whatever it
 * is told of, and however often, nothing is done twice.
 */
export class DecisionDesk {
  readonly #deps: AutoTradingDeps;
  readonly #owner: DeskOwner;
  readonly #lanes: WorkLanes;
  /** What a broker takes comes after the order is written: its adapter keeps the order's own deadline. */
  readonly #latency = new LatencyWindow();
  #told: string[] = [];
  #telling: Promise<Ended> | null = null;
  /** Signals that are being decided, whatever they wait for: told of twice they are looked at once. */
  readonly #inHand = new Map<string, InHand>();
  readonly #stopped: Promise<Ended>;
  #onStopped: (how: Ended) => void = () => undefined;

  constructor(deps: AutoTradingDeps, owner: DeskOwner) {
    this.#deps = deps;
    this.#owner = owner;
    this.#lanes = new WorkLanes(deps.clock, LANES, AGAIN_AFTER_MS);
    this.#stopped = new Promise((resolve) => {
      this.#onStopped = resolve;
    });
  }

  /** Signals told of at one moment are looked up together. Resolves once they are decided, or somebody else is to. */
  decide(signalIds: readonly string[]): Promise<Ended> {
    this.#told.push(...signalIds);
    this.#telling ??= Promise.resolve().then(() => {
      const ids = this.#told;
      this.#told = [];
      this.#telling = null;
      return this.look({ kind: 'ids', ids });
    });
    return this.#telling;
  }

  /** Decides whatever waits for it. */
  look(scope: AwaitedScope): Promise<Ended> {
    const looked = new Promise<Ended>((resolve) => {
      this.#lanes.add(null, async () => {
        try {
          const ends = (await findAwaited(this.#deps.db.sql, scope)).map((signal) => this.#take(signal));
          void Promise.all(ends).then((all) => resolve(all.includes('again') ? 'again' : 'done'));
          return 'done';
        } catch (error) {
          this.#deps.log.warn({ err: error }, 'signals to trade could not be looked up; tried again');
          return 'again';
        }
      });
    });
    return Promise.race([looked, this.#stopped]);
  }

  /** Resolves once nothing is under way any more of people who are somebody else's by now. */
  async left(): Promise<void> {
    const theirs = [...this.#inHand.values()].filter(({ signal }) => this.#owner.standing(signal.userId) === 'theirs');
    await Promise.all(theirs.map(({ ended }) => Promise.race([ended, this.#stopped])));
  }

  /** Resolves once nothing waits any more. */
  idle(): Promise<void> {
    return this.#lanes.idle();
  }

  /** Ends what is under way; the rest waits in the database. */
  async stop(): Promise<void> {
    await this.#lanes.stop();
    this.#onStopped('again');
  }

  #take(signal: AwaitedSignal): Promise<Ended> {
    const known = this.#inHand.get(signal.signalId);
    if (known !== undefined) return known.ended;
    let end: InHand['end'] = () => undefined;
    const ended = new Promise<Ended>((resolve) => {
      end = resolve;
    });
    const one: InHand = { signal, ended, end, hasWaited: false };
    this.#inHand.set(signal.signalId, one);
    this.#lanes.add(signal.userId, () => this.#work(one));
    return ended;
  }

  async #work(one: InHand): Promise<'done' | 'again'> {
    const how = await this.#decide(one);
    if (how === 'again') return 'again';
    this.#inHand.delete(one.signal.signalId);
    one.end(how === 'theirs' ? 'again' : 'done');
    return 'done';
  }

  async #decide(one: InHand): Promise<'done' | 'again' | 'theirs'> {
    const { userId } = one.signal;
    switch (this.#owner.standing(userId)) {
      case 'theirs':
        return 'theirs';
      case 'unsure':
        return 'again';
      case 'ours':
        return this.#decideOwn(one);
    }
  }

  async #decideOwn(one: InHand): Promise<'done' | 'again' | 'theirs'> {
    const { signal, hasWaited } = one;
    const { clock, work, log } = this.#deps;
    const sentAtMs = clock.now();
    const isInTime = sentAtMs <= signal.entryTimeMs + ENTRY_TOLERANCE_MS;
    try {
      const sending = { sentAtMs, latencyMs: this.#latency.p95(sentAtMs), hasWaited };
      const outcome = await decideSignal(this.#deps, this.#owner, signal, sending);
      if (outcome.kind === 'waits') {
        one.hasWaited = true;
        return 'again';
      }
      if (outcome.kind === 'elsewhere') work.add(BROKER_SIGNALS, BROKERS, { signalIds: [signal.signalId] });
      if (outcome.kind === 'traded') {
        this.#latency.add(clock.now(), durationMs(Math.max(0, clock.now() - sentAtMs)));
        this.#deps.trading.tellPlaced(outcome.placed);
      }
      return 'done';
    } catch (error) {
      if (error instanceof LostOwnership) return 'theirs';
      log.warn({ err: error, signal: signal.signalId, isInTime }, 'a signal could not be decided');
      return isInTime || isPassingFault(error) ? 'again' : 'done';
    }
  }
}
