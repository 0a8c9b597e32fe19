import { type Cancel, type Clock, durationMs, type IdSource } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import type { PriceSession } from '../markets/broker-feed.ts';
import type { PriceSessions, SessionTick } from '../markets/price-sessions.ts';
import { CARRIED_PRICES_RENEWAL_MS, CARRIED_TICK_TOPIC, FIND_CARRIER_CALL } from './carried-prices.ts';
import { RemotePriceSession } from './remote-price-session.ts';

const FIND_WITHIN_MS = 2_000;
/** Largest number of users in one request for a connected session. Later requests cover the other users. */
const ASKED_EACH = 200;

export type RemoteSessionsDeps = {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly calls: Pick<Calls, 'ask'>;
  readonly clock: Clock;
  readonly ids: IdSource;
};

/**
 * Finds, among all processes, one session per broker that carries its prices. A session that ends, moves, or loses a
 * tick is dropped, and the feed continues through another one.
 */
export class RemotePriceSessions implements PriceSessions {
  readonly #deps: RemoteSessionsDeps;
  readonly #found = new Map<BrokerId, RemotePriceSession>();
  readonly #finding = new Map<BrokerId, Promise<PriceSession | null>>();

  constructor(deps: RemoteSessionsDeps) {
    this.#deps = deps;
  }

  at(brokerId: BrokerId, userIds: ReadonlySet<string>): readonly PriceSession[] {
    const found = this.#found.get(brokerId);
    if (found?.isAlive === true && userIds.has(found.userId)) return [found.asPriceSession];
    void this.find(brokerId, userIds);
    return [];
  }

  find(brokerId: BrokerId, userIds: ReadonlySet<string>): Promise<PriceSession | null> {
    const known = this.#finding.get(brokerId);
    if (known !== undefined) return known;
    const finding = this.#find(brokerId, userIds).finally(() => this.#finding.delete(brokerId));
    this.#finding.set(brokerId, finding);
    return finding;
  }

  start(onTick: (tick: SessionTick) => void): Cancel {
    const { bus, clock } = this.#deps;
    const cancels = [
      bus.subscribe(CARRIED_TICK_TOPIC, ({ carryId, seq, ...carried }) => {
        if (this.#found.get(carried.brokerId)?.takes(carryId, seq) === true) onTick(carried);
      }),
      clock.every(durationMs(CARRIED_PRICES_RENEWAL_MS), () => {
        for (const session of this.#found.values()) void session.renew();
      }),
    ];
    return () => {
      for (const cancel of cancels) cancel();
      this.#found.clear();
    };
  }

  async #find(brokerId: BrokerId, userIds: ReadonlySet<string>): Promise<PriceSession | null> {
    const found = this.#found.get(brokerId);
    if (found?.isAlive === true && userIds.has(found.userId)) return found.asPriceSession;
    this.#found.delete(brokerId);
    const userId = await this.#connectedOf(brokerId, userIds);
    if (userId === null) return null;
    const { calls, ids } = this.#deps;
    const session = new RemotePriceSession({ userId, brokerId, carryId: ids.next() }, calls);
    await session.renew();
    if (!session.isAlive) return null;
    this.#found.set(brokerId, session);
    return session.asPriceSession;
  }

  /** Asks the processes of all shards at once which of these users has a connected session. */
  async #connectedOf(brokerId: BrokerId, userIds: ReadonlySet<string>): Promise<string | null> {
    const byShard = new Map<Shard, string[]>();
    for (const userId of userIds) byShard.set(shardOf(userId), [...(byShard.get(shardOf(userId)) ?? []), userId]);
    const asked = [...byShard].map(async ([shard, own]) => {
      const question = { brokerId, userIds: own.slice(0, ASKED_EACH) };
      const answer = await this.#deps.calls.ask(FIND_CARRIER_CALL, shard, question, FIND_WITHIN_MS);
      return answer.ok ? answer.value : null;
    });
    return (await Promise.all(asked)).find((userId) => userId !== null) ?? null;
  }
}
