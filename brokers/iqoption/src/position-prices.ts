import type { BrokerFault } from '@vigia/broker-kit/port';
import { PendingRequests } from '@vigia/broker-kit/socket';
import { type Clock, type EpochMs, err, ok, type Result } from '@vigia/core/kernel';
import type { IqClient } from './client.ts';
import { digitalContractId, isDigitalContract } from './digital/contract-id.ts';
import { faultOf } from './errors.ts';
import { INSTRUMENT_TYPES, INSTRUMENT_TYPES_WITH_DIGITAL } from './records.ts';
import { PositionName, PositionPrice, PositionStates, Positions } from './wire/messages.ts';

/**
 * The last price at which the broker would buy a position back; `sellProfit` is null while the broker states no price.
 */
type Stated = { readonly sellProfit: number | null; readonly statedAtMs: EpochMs };

/** Largest age of a price that is returned without a wait for the next one. Prices come about once a second. */
const FRESH_MS = 2_000;
const WAIT_MS = 4_000;
/**
 * Interval of renewed requests. The broker sends prices for about a minute after each request
 * (docs/spec/brokers/iqoption.md §3).
 */
const RENEW_MS = 45_000;
const MAX_NAMED = 500;
const DIGITAL = 'digital-option';
const SOLD_BACK: ReadonlySet<string> = new Set(['turbo-option', 'binary-option', DIGITAL]);

const NO_PRICE: BrokerFault = { kind: 'network', detail: 'no price of the position came' };
const OVER: BrokerFault = { kind: 'contract_over', detail: 'the position is not among the open ones' };
const BLITZ: BrokerFault = { kind: 'not_for_sale', detail: 'this kind of option is not bought back' };

/**
 * The ids of a position. `positionId`: its id in price events. `externalId`: its id in sale requests. `instrument`: the
 * kind of option.
 */
type Named = { readonly positionId: string; readonly externalId: string; readonly instrument: string };

type Asked = Pick<IqClient, 'call' | 'callForResult' | 'subscribe'>;

/** The prices at which positions can be sold. The first request for a price subscribes to them. */
export class PositionPrices {
  readonly #client: Asked;
  readonly #clock: Clock;
  /** Open positions, by the id of their option contract. */
  readonly #named = new Map<string, Named>();
  readonly #stated = new Map<string, Stated>();
  /** Time of the last request for the price of each position. */
  readonly #wantedMs = new Map<string, number>();
  readonly #next: PendingRequests<symbol, null>;
  #waiting: readonly { readonly positionId: string; readonly key: symbol }[] = [];
  #subscribedMs: ReadonlyMap<string, number> = new Map();
  #isListening = false;

  constructor(client: Asked, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
    this.#next = new PendingRequests(clock);
  }

  onDrop(): void {
    this.#isListening = false;
    this.#subscribedMs = new Map();
    this.#stated.clear();
  }

  /** Stores the ids and the kind of a position from its message. */
  learn(msg: unknown): void {
    const read = PositionName.safeParse(msg).data;
    if (!read) return;
    const { id: positionId, external_id: external, instrument_type: instrument, status } = read;
    const externalId = external ?? positionId;
    const [orderId, ...others] = read.raw_event?.digital_options_position_changed1?.order_ids ?? [];
    // A position with several orders is not stored, because its sale would sell all of them.
    const digitalId = orderId === undefined || others.length > 0 ? null : digitalContractId(orderId);
    const contractId = instrument === DIGITAL ? digitalId : externalId;
    if (contractId === null) return;
    if (status === 'closed') return void this.#named.delete(contractId);
    this.#named.set(contractId, { positionId, externalId, instrument });
    const oldest = this.#named.keys().next();
    if (this.#named.size > MAX_NAMED && !oldest.done) this.#named.delete(oldest.value);
  }

  onStates(msg: unknown): void {
    for (const row of PositionStates.safeParse(msg).data?.positions ?? []) {
      const read = PositionPrice.safeParse(row).data;
      if (!read) continue;
      this.#stated.set(read.id, { sellProfit: read.sell_profit ?? null, statedAtMs: this.#clock.now() });
      for (const { positionId, key } of this.#waiting) if (positionId === read.id) this.#next.settle(key, null);
    }
  }

  /** Returns the id with which an open position is sold; null if no message has contained the position yet. */
  externalIdOf(contractId: string): string | null {
    return this.#named.get(contractId)?.externalId ?? null;
  }

  /** Returns the current price of an option; waits for the next price if the last one is too old. */
  async priceOf(contractId: string): Promise<Result<Stated, BrokerFault>> {
    const named = this.#named.get(contractId) ?? (await this.#find(contractId));
    if ('kind' in named) return err(named);
    if (!SOLD_BACK.has(named.instrument)) return err(BLITZ);
    const { positionId } = named;
    this.#wantedMs.set(positionId, this.#clock.now());
    const fault = await this.#subscribe(positionId);
    if (fault) return err(fault);
    const known = this.#fresh(positionId) ?? (await this.#wait(positionId));
    return known ? ok(known) : err(NO_PRICE);
  }

  #fresh(positionId: string): Stated | null {
    const known = this.#stated.get(positionId);
    return known && this.#clock.now() - known.statedAtMs <= FRESH_MS ? known : null;
  }

  async #wait(positionId: string): Promise<Stated | null> {
    const key = Symbol(positionId);
    this.#waiting = [...this.#waiting, { positionId, key }];
    await this.#next.wait(key, WAIT_MS);
    this.#waiting = this.#waiting.filter((one) => one.key !== key);
    return this.#fresh(positionId);
  }

  /**
   * Looks up a position among the open positions. This is needed after a start of this process, because no event has
   * contained the position yet.
   */
  async #find(contractId: string): Promise<Named | BrokerFault> {
    const types = isDigitalContract(contractId) ? INSTRUMENT_TYPES_WITH_DIGITAL : INSTRUMENT_TYPES;
    const body = { instrument_types: types, limit: 100, offset: 0 };
    const reply = await this.#client.call({ name: 'portfolio.get-positions', version: '4.0', body });
    if (!reply.ok) return faultOf(reply.error);
    for (const row of Positions.safeParse(reply.value).data?.positions ?? []) this.learn(row);
    return this.#named.get(contractId) ?? OVER;
  }

  /**
   * Subscribes to the prices of all positions requested in the last RENEW_MS, unless this position's subscription is
   * still valid.
   */
  async #subscribe(positionId: string): Promise<BrokerFault | null> {
    const nowMs = this.#clock.now();
    if (!this.#isListening) {
      const listening = await this.#client.subscribe({ name: 'portfolio.positions-state', version: '1.0' });
      if (!listening.ok) return faultOf(listening.error);
      this.#isListening = true;
    }
    if (nowMs - (this.#subscribedMs.get(positionId) ?? Number.NEGATIVE_INFINITY) < RENEW_MS) return null;
    for (const [id, wantedMs] of this.#wantedMs) if (nowMs - wantedMs >= RENEW_MS) this.#wantedMs.delete(id);
    const ids = [...this.#wantedMs.keys()];
    this.#subscribedMs = new Map(ids.map((id) => [id, nowMs]));
    const body = { frequency: 'frequent', ids };
    const asked = await this.#client.callForResult(() => ({
      name: 'portfolio.subscribe-positions',
      version: '1.0',
      body,
    }));
    if (asked.ok) return null;
    this.#subscribedMs = new Map();
    return faultOf(asked.error);
  }
}
