import type { BrokerAsset } from '@vigia/broker-kit/port';
import { type CandleColumns, columnsOf } from '@vigia/core/candles';
import { type Cancel, err, ok, type Result } from '@vigia/core/kernel';
import type { Calls } from '#platform/calls/calls.ts';
import { shardOf } from '#platform/cluster/shards.ts';
import type { PriceSession } from '../markets/broker-feed.ts';
import { CARRIED_CANDLES_CALL, CARRY_PRICES_CALL, type CandleRequest, type CarrierSession } from './carried-prices.ts';

const RENEW_WITHIN_MS = 2_000;
/** Timeout of a request for candles. A broker may take seconds for a page of its history. */
const CANDLES_WITHIN_MS = 15_000;

type Fault = { readonly kind: 'network'; readonly detail: string };

/** A broker session in any process, through which the process with the market log receives prices. */
export class RemotePriceSession {
  readonly userId: string;
  readonly asPriceSession: PriceSession;
  readonly #named: CarrierSession & { readonly carryId: string };
  readonly #calls: Pick<Calls, 'ask'>;
  /** The watched symbols, each with the time of its last known tick. */
  readonly #watched = new Map<string, number | null>();
  #assets: readonly BrokerAsset[] = [];
  #isAlive = true;
  #taken = 0;
  /** Number of ticks that were published at the last renewal. All of them must have arrived before the next renewal. */
  #published = 0;
  #renewing: Promise<void> | null = null;

  constructor(named: CarrierSession & { readonly carryId: string }, calls: Pick<Calls, 'ask'>) {
    this.#named = named;
    this.#calls = calls;
    this.userId = named.userId;
    this.asPriceSession = {
      userId: named.userId,
      session: {
        assets: () => this.#assets,
        watch: (symbol, afterMs) => this.#watch(symbol, afterMs ?? null),
        candles: (symbol, timeframeS, fromMs, toMs) => this.#candles({ symbol, timeframeS, fromMs, toMs }),
      },
    };
  }

  /** Returns false once the session has ended or moved, or a tick was lost. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Returns true if a tick is the next one of this session. A gap in the numbers ends the session. */
  takes(carryId: string, seq: number): boolean {
    if (carryId !== this.#named.carryId || !this.#isAlive) return false;
    this.#isAlive = seq === this.#taken;
    this.#taken += 1;
    return this.#isAlive;
  }

  /** Renews the watch of all symbols, one request at a time. The returned promise never rejects. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #renew(): Promise<void> {
    const { carryId, userId, brokerId } = this.#named;
    const watched = [...this.#watched].map(([symbol, afterMs]) => ({ symbol, afterMs }));
    const request = { carryId, userId, brokerId, watched };
    const answer = await this.#calls.ask(CARRY_PRICES_CALL, shardOf(userId), request, RENEW_WITHIN_MS);
    if (!answer.ok || answer.value === null || this.#taken < this.#published) {
      this.#isAlive = false;
      return;
    }
    this.#published = answer.value.seq;
    this.#assets = answer.value.assets;
  }

  #watch(symbol: string, afterMs: number | null): Cancel {
    this.#watched.set(symbol, afterMs);
    // Symbols that are watched in the same turn of the event loop share one request.
    queueMicrotask(() => void this.#renewAfterwards());
    return () => void this.#watched.delete(symbol);
  }

  async #renewAfterwards(): Promise<void> {
    await this.#renewing;
    await this.renew();
  }

  async #candles(wanted: CandleRequest): Promise<Result<CandleColumns, Fault>> {
    const { userId, brokerId } = this.#named;
    const question = { userId, brokerId, ...wanted };
    const answer = await this.#calls.ask(CARRIED_CANDLES_CALL, shardOf(userId), question, CANDLES_WITHIN_MS);
    if (answer.ok && answer.value !== null) return ok(columnsOf(answer.value));
    return err({ kind: 'network', detail: 'the session that carries the prices did not answer' });
  }
}
