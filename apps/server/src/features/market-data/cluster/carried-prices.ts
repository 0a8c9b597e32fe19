import type { BrokerAsset, FeedTick } from '@vigia/broker-kit/port';
import type { Candle } from '@vigia/core/candles';
import type { BrokerId } from '@vigia/core/vocabulary';
import { topicForAll } from '#platform/bus/bus.ts';
import { call } from '#platform/calls/calls.ts';

/** A session that carries the prices of its broker to the process with the market log. */
export type CarrierSession = { readonly userId: string; readonly brokerId: BrokerId };

export type CarryRequest = CarrierSession & {
  readonly carryId: string;
  readonly watched: readonly { readonly symbol: string; readonly afterMs: number | null }[];
};

/** The candles that begin in fromMs ≤ time < toMs. */
export type WantedCandles = {
  readonly symbol: string;
  readonly timeframeS: number;
  readonly fromMs: number;
  readonly toMs: number;
};

/** Interval at which the market log renews its request to a carrier. */
export const RENEW_EVERY_MS = 1_000;

/**
 * Call that returns one of these users of a shard who has a connected session at the broker; null if none has. Its key,
 * as that of the other calls here, is the shard of the users.
 */
export const FIND_CARRIER = call<{ readonly brokerId: BrokerId; readonly userIds: readonly string[] }, string | null>(
  'market.find-carrier',
);

/**
 * Call that begins or renews the watch of these symbols in a session. Without renewal the watch ends. The answer is
 * null if the session is not connected here, or is another one than at the begin; `seq` counts the ticks published so
 * far.
 */
export const CARRY = call<CarryRequest, { readonly assets: readonly BrokerAsset[]; readonly seq: number } | null>(
  'market.carry',
);

/** Call for candles of the broker through a session; null if the broker does not answer. */
export const CARRIED_CANDLES = call<CarrierSession & WantedCandles, readonly Candle[] | null>('market.carried-candles');

/** A tick of a watched symbol. Within one `carryId` the ticks are numbered from 0, so that a lost one is noticed. */
export const CARRIED_TICK = topicForAll<
  CarrierSession & { readonly carryId: string; readonly seq: number; readonly tick: FeedTick }
>('market.carried-tick');
