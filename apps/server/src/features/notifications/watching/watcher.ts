import { type Cancel, type Clock, type DurationMs, durationMs } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { BackgroundWork } from '#platform/background-work.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { OwnedShards } from '#platform/cluster/owned-shards.ts';
import type { Database, Transaction } from '#platform/persistence/database.ts';
import { BROKER_STATUS_CHANGED } from '../../brokers/index.ts';
import { FEED_CHANGED } from '../../market-data/index.ts';
import { LIMIT_REACHED } from '../../trading/index.ts';
import { NOTIFICATIONS_WRITTEN } from '../topics.ts';
import {
  writeConnectionChange,
  writeExpiringSession,
  writeReachedLimit,
  writeSourceChange,
} from './written.repository.ts';

/** Interruptions of at most this duration are not reported: a change of the account, or a brief network failure. */
const BROKER_LOST_AFTER = durationMs(5_000);
/** Missing prices are reported later, because sources often pause for some seconds. */
const FEED_LOST_AFTER = durationMs(60_000);
/** Time before the end of a broker session at which its user is warned. */
const WARN_BEFORE_MS = 6 * 3_600_000;
/** Longest timer. A later warning is planned again after it. */
const LOOK_AGAIN_MS = 24 * 3_600_000;

export type WatcherDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly background: BackgroundWork;
  /** The shards of users whose broker sessions are in this process. */
  readonly sessionShards: Pick<OwnedShards, 'has' | 'transaction'>;
  readonly brokerName: (broker: string) => string;
  readonly sourceName: (source: string) => string;
  /** Source of automations whose user has chosen none. */
  readonly ownSource: string;
};

type Written = Promise<readonly { readonly user_id: string }[]>;

/**
 * Writes notifications of facts that no table holds: broker connections, price sources, and limits that refused manual
 * orders. The rows themselves say what was reported last, so a restart neither repeats nor forgets a notification.
 */
export class NotificationWatcher {
  readonly #deps: WatcherDeps;
  readonly #timers = new Map<string, Cancel>();
  /** Working connections and sources, with the end of a session, so that a repeated event costs no query. */
  readonly #working = new Map<string, string | null>();
  #stops: Cancel[] = [];

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { bus, clock, db } = this.#deps;
    this.#stops = [
      bus.subscribe(BROKER_STATUS_CHANGED, ({ userId, brokerId, status }) => {
        if (this.#deps.sessionShards.has(userId)) this.#onBroker(userId, brokerId, status);
      }),
      bus.subscribe(FEED_CHANGED, ({ source, state }) => this.#onFeed(source, state)),
      bus.subscribe(LIMIT_REACHED, (limit) =>
        this.#write('limit', () => writeReachedLimit(db.sql, limit, clock.now())),
      ),
    ];
  }

  stop(): void {
    for (const stop of [...this.#stops, ...this.#timers.values()]) stop();
    this.#stops = [];
    this.#timers.clear();
    this.#working.clear();
  }

  #onBroker(userId: string, broker: BrokerId, { connection_status: state, connection_info: info }: BrokerState): void {
    const { clock, brokerName, sessionShards } = this.#deps;
    const news = { userId, broker, name: brokerName(broker) };
    const [lost, expiring] = [`lost ${userId} ${broker}`, `expiring ${userId} ${broker}`];
    switch (state) {
      case 'connected':
        this.#cancel(lost);
        if (this.#working.get(lost) === info.expires_at) return;
        this.#working.set(lost, info.expires_at);
        this.#writeOwned(userId, (tx) => writeConnectionChange(tx, news, 'broker_back', clock.now()));
        return this.#warn(expiring, news, info.expires_at);
      case 'disconnected':
        this.#working.delete(lost);
        this.#cancel(lost);
        return this.#cancel(expiring);
      case 'connecting':
      case 'error':
        this.#working.delete(lost);
        this.#cancel(expiring);
        return this.#later(lost, BROKER_LOST_AFTER, () => {
          if (!sessionShards.has(userId)) return;
          this.#writeOwned(userId, (tx) => writeConnectionChange(tx, news, 'broker_lost', clock.now()));
        });
    }
  }

  /** Plans the warning about the end of a session; null if the session states no end. */
  #warn(key: string, news: { userId: string; broker: string; name: string }, expiresAt: string | null): void {
    this.#cancel(key);
    if (expiresAt === null) return;
    const { clock } = this.#deps;
    const inMs = Date.parse(expiresAt) - WARN_BEFORE_MS - clock.now();
    if (inMs <= 0) return this.#writeOwned(news.userId, (tx) => writeExpiringSession(tx, news, expiresAt, clock.now()));
    this.#later(key, durationMs(Math.min(inMs, LOOK_AGAIN_MS)), () => this.#warn(key, news, expiresAt));
  }

  #onFeed(source: string, state: FeedState): void {
    const { db, clock, sourceName, ownSource: own } = this.#deps;
    const news = { source, name: sourceName(source), own };
    switch (state) {
      case 'live':
        this.#cancel(source);
        if (this.#working.has(source)) return;
        this.#working.set(source, null);
        return this.#write('feed', () => writeSourceChange(db.sql, news, 'feed_back', clock.now()));
      case 'stale':
      case 'down':
        this.#working.delete(source);
        return this.#later(source, FEED_LOST_AFTER, () =>
          this.#write('feed', () => writeSourceChange(db.sql, news, 'feed_lost', clock.now())),
        );
      case 'starting':
        return;
    }
  }

  /** Runs the task later, unless the same task is planned already. */
  #later(key: string, delay: DurationMs, task: () => void): void {
    if (this.#timers.has(key)) return;
    const cancel = this.#deps.clock.after(delay, () => {
      this.#timers.delete(key);
      task();
    });
    this.#timers.set(key, cancel);
  }

  #cancel(key: string): void {
    this.#timers.get(key)?.();
    this.#timers.delete(key);
  }

  /** Writes about a session of this process, unless another process has taken the session over. */
  #writeOwned(userId: string, write: (tx: Transaction) => Written): void {
    this.#write('broker', () => this.#deps.sessionShards.transaction([userId], write));
  }

  #write(what: string, write: () => Written): void {
    const { background, bus } = this.#deps;
    background.run(`a notification of a ${what}`, async () => {
      for (const { user_id: userId } of await write()) bus.publish(NOTIFICATIONS_WRITTEN, { userId });
    });
  }
}

type BrokerState = {
  readonly connection_status: 'connected' | 'connecting' | 'disconnected' | 'error';
  readonly connection_info: { readonly expires_at: string | null };
};
type FeedState = 'live' | 'starting' | 'stale' | 'down';
