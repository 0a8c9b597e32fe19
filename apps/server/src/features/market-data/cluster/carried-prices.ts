import type { BrokerAsset, FeedTick } from '@vigia/broker-kit/port';
import type { Candle } from '@vigia/core/candles';
import type { BrokerId } from '@vigia/core/vocabulary';
import { topicForAll } from '#platform/bus/bus.ts';
import { call } from '#platform/calls/calls.ts';

/** A broker session that carries the prices of its broker to the process with the market log. */
export type CarrierSession = { readonly userId: string; readonly brokerId: BrokerId };

export type CarryRequest = CarrierSession & {
  readonly carryId: string;
  readonly watched: readonly { readonly symbol: string; readonly afterMs: number | null }[];
};

/** Requests the candles with fromMs ≤ open time < toMs. */
export type CandleRequest = {
  readonly symbol: string;
  readonly timeframeS: number;
  readonly fromMs: number;
  readonly toMs: number;
};

/** Interval at which the market log renews its request for prices to a carrier, a broker session of another process. */
export const CARRIED_PRICES_RENEWAL_MS = 1_000;

/**
 * Call that finds a user with a connected session at the broker among the given users of a shard; null if there is
 * none. Like the other calls here, it is addressed by the shard of the users.
 */
export const FIND_CARRIER_CALL = call<
  { readonly brokerId: BrokerId; readonly userIds: readonly string[] },
  string | null
>('market.find-carrier');

/**
 * Call that starts or renews the watch of symbols in a session. A watch that is not renewed ends. The result is null if
 * the session is not connected in the called process, or was replaced since the watch started. `seq` is the number of
 * ticks published so far.
 */
export const CARRY_PRICES_CALL = call<
  CarryRequest,
  { readonly assets: readonly BrokerAsset[]; readonly seq: number } | null
>('market.carry');

/** Call for candles of the broker through a session; null if the broker does not answer. */
export const CARRIED_CANDLES_CALL = call<CarrierSession & CandleRequest, readonly Candle[] | null>(
  'market.carried-candles',
);

/** A tick of a watched symbol. The ticks of one `carryId` are numbered from 0, so a lost tick is noticed. */
export const CARRIED_TICK_TOPIC = topicForAll<
  CarrierSession & { readonly carryId: string; readonly seq: number; readonly tick: FeedTick }
>('market.carried-tick');
