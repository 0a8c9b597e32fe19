import type { BrokerSession } from '@vigia/broker-kit/port';
import { candleAt } from '@vigia/core/candles';
import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import type { Shard } from '#platform/cluster/shards.ts';
import { BROKER_TICK, type Brokers } from '../../brokers/index.ts';
import type { SessionTick } from '../markets/price-sessions.ts';
import {
  CARRIED_CANDLES_CALL,
  CARRIED_PRICES_RENEWAL_MS,
  CARRIED_TICK_TOPIC,
  CARRY_PRICES_CALL,
  type CandleRequest,
  type CarrierSession,
  type CarryRequest,
  FIND_CARRIER_CALL,
} from './carried-prices.ts';

/** Time without renewal after which a watch ends, because the process with the market log is probably gone. */
const ABANDONED_AFTER_MS = 5 * CARRIED_PRICES_RENEWAL_MS;

export type PriceCarrierDeps = {
  readonly bus: Bus;
  readonly calls: Pick<Calls, 'serve'>;
  readonly clock: Clock;
  readonly brokers: Pick<Brokers, 'connectionOf'>;
};

type Carried = CarrierSession & {
  readonly session: BrokerSession;
  readonly watches: Map<string, Cancel>;
  seq: number;
  renewedMs: number;
};

/**
 * Carries prices of brokers from the sessions of this process to the process with the market log, which may be the same
 * one.
 */
export class PriceCarrier {
  readonly #deps: PriceCarrierDeps;
  readonly #unserve = new Map<Shard, readonly Cancel[]>();
  /** The price subscriptions that processes which read the market log have requested here, by subscription id. */
  readonly #carried = new Map<string, Carried>();
  #cancels: Cancel[] = [];

  constructor(deps: PriceCarrierDeps) {
    this.#deps = deps;
  }

  /** Serves the calls for the sessions of these shards. */
  start(shards: readonly Shard[]): void {
    const { calls, bus, clock } = this.#deps;
    if (this.#unserve.size === 0) {
      this.#cancels = [
        bus.subscribe(BROKER_TICK, (tick) => this.#onTick(tick)),
        clock.every(durationMs(CARRIED_PRICES_RENEWAL_MS), () => this.#endAbandoned()),
      ];
    }
    for (const shard of shards)
      this.#unserve.set(shard, [
        calls.serve(FIND_CARRIER_CALL, shard, ({ brokerId, userIds }) => this.#find(brokerId, userIds)),
        calls.serve(CARRY_PRICES_CALL, shard, (request) => this.#carry(request)),
        calls.serve(CARRIED_CANDLES_CALL, shard, (request) => this.#candles(request)),
      ]);
  }

  stop(shards: readonly Shard[]): void {
    for (const shard of shards) {
      for (const cancel of this.#unserve.get(shard) ?? []) cancel();
      this.#unserve.delete(shard);
    }
    if (this.#unserve.size > 0) return;
    for (const cancel of this.#cancels.splice(0)) cancel();
    for (const carryId of this.#carried.keys()) this.#end(carryId);
  }

  #session({ userId, brokerId }: CarrierSession): BrokerSession | null {
    const session = this.#deps.brokers.connectionOf(userId, brokerId)?.session;
    return session?.state().status === 'connected' ? session : null;
  }

  #find(brokerId: BrokerId, userIds: readonly string[]): string | null {
    return userIds.find((userId) => this.#session({ userId, brokerId }) !== null) ?? null;
  }

  #carry({ carryId, watched, ...named }: CarryRequest) {
    const session = this.#session(named);
    const known = this.#carried.get(carryId);
    if (session === null || (known !== undefined && known.session !== session)) {
      this.#end(carryId);
      return null;
    }
    const carried = known ?? { ...named, session, watches: new Map(), seq: 0, renewedMs: 0 };
    this.#carried.set(carryId, carried);
    carried.renewedMs = this.#deps.clock.monotonicMs();
    for (const [symbol, cancel] of carried.watches) {
      if (watched.some((one) => one.symbol === symbol)) continue;
      cancel();
      carried.watches.delete(symbol);
    }
    for (const { symbol, afterMs } of watched)
      if (!carried.watches.has(symbol)) carried.watches.set(symbol, session.watch(symbol, afterMs ?? undefined));
    return { assets: session.assets(), seq: carried.seq };
  }

  async #candles({ symbol, timeframeS, fromMs, toMs, ...named }: CarrierSession & CandleRequest) {
    const read = await this.#session(named)?.candles(symbol, timeframeS, fromMs, toMs);
    if (read?.ok !== true) return null;
    return Array.from({ length: read.value.length }, (_, row) => candleAt(read.value, row));
  }

  #onTick({ userId, brokerId, tick }: SessionTick): void {
    for (const [carryId, carried] of this.#carried) {
      const isMeant = carried.userId === userId && carried.brokerId === brokerId && carried.watches.has(tick.symbol);
      if (!isMeant) continue;
      this.#deps.bus.publish(CARRIED_TICK_TOPIC, { carryId, seq: carried.seq, userId, brokerId, tick });
      carried.seq += 1;
    }
  }

  #endAbandoned(): void {
    const nowMs = this.#deps.clock.monotonicMs();
    for (const [carryId, { renewedMs }] of this.#carried)
      if (nowMs - renewedMs > ABANDONED_AFTER_MS) this.#end(carryId);
  }

  #end(carryId: string): void {
    for (const cancel of this.#carried.get(carryId)?.watches.values() ?? []) cancel();
    this.#carried.delete(carryId);
  }
}
