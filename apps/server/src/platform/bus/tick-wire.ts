import type { Cancel, EpochMs, Price } from '@vigia/core/kernel';
import { type Bus, topicForAll } from './bus.ts';

/** An accepted price on its way to the processes that follow the feed. */
export type WireTick = {
  /** The source of prices it belongs to. */
  readonly source: string;
  readonly symbol: string;
  readonly timeMs: EpochMs;
  readonly price: Price;
  /** It comes late, for a time that was missed. */
  readonly backfilled: boolean;
};

/** What an owner of the feed accepted in one moment. */
export type TickBatch = {
  /** Of the owner that sends it: a batch with a lower one than was seen before is an old owner's. */
  readonly fence: bigint;
  /** 0, 1, 2 … under one fence: a jump tells that a batch was lost. */
  readonly seq: number;
  readonly ticks: readonly WireTick[];
};

/** Carries batches in order from the owner of the feed to every process; one may be lost, none comes twice. */
export interface TickWire {
  send(batch: TickBatch): void;
  /** Also what this very process sends. */
  receive(handler: (batch: TickBatch) => void): Cancel;
}

type WrittenBatch = Omit<TickBatch, 'fence'> & { readonly fence: string };

const TICKS = topicForAll<WrittenBatch>('market.ticks');

/** On the bus, in its JSON: bench/bus.bench.ts measures what a batch costs. */
export const createTickWire = (bus: Pick<Bus, 'publish' | 'subscribe'>): TickWire => ({
  send: (batch) => bus.publish(TICKS, { ...batch, fence: String(batch.fence) }),
  receive: (handler) => bus.subscribe(TICKS, (batch) => handler({ ...batch, fence: BigInt(batch.fence) })),
});
