import type { Broker } from '@vigia/broker-kit/port';
import type { BrokerCheckView } from '@vigia/contract';
import { type Cancel, durationMs, err, ok, type Result } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import { RateLimiter } from '#platform/throttle/throttle.ts';
import type { Actor } from '../accounts/index.ts';
import { BrokerCheckRun } from './check-run.ts';
import type { BrokerCheckDeps } from './deps.ts';

/** Rate limit of checks per user, because each check reads much data from the broker. */
const OF_A_PERSON = { burst: 4, windowMs: 20 * 60_000 };
/**
 * A check is cancelled when its state has not been requested for this many milliseconds: the user has probably left
 * the screen.
 */
const LEFT_AFTER_MS = 20_000;
const LOOK_EVERY_MS = 5_000;

export type CheckStartRefusal =
  | { readonly code: 'broker_not_connected' }
  | { readonly code: 'broker_throttled'; readonly waitMs: number };

type Entry = { readonly run: BrokerCheckRun; readonly brokerId: BrokerId; readAtMs: number };

/** The last check of each user. A user has one check at a time; a new check cancels the previous one. */
export class BrokerChecks {
  readonly #deps: BrokerCheckDeps;
  readonly #limiter: RateLimiter;
  readonly #entries = new Map<string, Entry>();
  #cancelLook: Cancel = () => undefined;

  constructor(deps: BrokerCheckDeps) {
    this.#deps = deps;
    this.#limiter = new RateLimiter(deps.clock);
  }

  /** Returns the broker with this id; undefined if there is none. */
  broker(id: string): Broker | undefined {
    return this.#deps.brokers.catalog().find((broker) => broker.id === id);
  }

  /** Starts a check, unless one of the same broker is already running. */
  start(actor: Actor, brokerId: BrokerId): Result<null, CheckStartRefusal> {
    const { userId } = actor;
    const current = this.#entries.get(userId);
    if (current?.brokerId === brokerId && !current.run.isOver) return ok(null);
    const connection = this.#deps.brokers.connectionOf(userId, brokerId);
    if (connection?.session.state().status !== 'connected') return err({ code: 'broker_not_connected' });
    const waitMs = this.#limiter.take(userId, OF_A_PERSON);
    if (waitMs > 0) return err({ code: 'broker_throttled', waitMs });
    current?.run.cancel();
    const run = new BrokerCheckRun(this.#deps, actor, connection);
    this.#entries.set(userId, { run, brokerId, readAtMs: this.#deps.clock.monotonicMs() });
    this.#look();
    run.run().catch((error: unknown) => this.#deps.log.error({ err: error, broker: brokerId }, 'a check broke off'));
    return ok(null);
  }

  /**
   * Returns the user's check of a broker; null if there is none. Calling it counts as a sign that the user is still on
   * the screen.
   */
  view(userId: string, brokerId: BrokerId): BrokerCheckView | null {
    const entry = this.#of(userId, brokerId);
    if (entry === null) return null;
    entry.readAtMs = this.#deps.clock.monotonicMs();
    return entry.run.view();
  }

  /** Passes the user's answer whether the demo order may be sent. */
  answer(userId: string, brokerId: BrokerId, send: boolean): void {
    this.#of(userId, brokerId)?.run.answer(send);
  }

  cancel(userId: string, brokerId: BrokerId): void {
    this.#of(userId, brokerId)?.run.cancel();
  }

  #of(userId: string, brokerId: BrokerId): Entry | null {
    const entry = this.#entries.get(userId);
    return entry?.brokerId === brokerId ? entry : null;
  }

  /**
   * Starts the timer that deletes each check whose state was not requested for `LEFT_AFTER_MS`, because the user has
   * probably left the screen. A check that still runs is cancelled first.
   */
  #look(): void {
    this.#cancelLook();
    this.#cancelLook = this.#deps.clock.every(durationMs(LOOK_EVERY_MS), () => {
      const nowMs = this.#deps.clock.monotonicMs();
      for (const [userId, { run, readAtMs }] of this.#entries) {
        if (nowMs - readAtMs <= LEFT_AFTER_MS) continue;
        run.cancel();
        this.#entries.delete(userId);
      }
      if (this.#entries.size === 0) this.#cancelLook();
    });
  }
}
