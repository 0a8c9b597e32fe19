import type { BrokerClock } from '@vigia/broker-kit/clock';
import { minorOf } from '@vigia/broker-kit/money';
import { ArrivalTimes } from '@vigia/broker-kit/orders';
import type {
  BrokerContract,
  BrokerFault,
  BrokerSales,
  RunningContract,
  Sale,
  SaleOffer,
  SaleReply,
  SaleVerdict,
  SentSale,
} from '@vigia/broker-kit/port';
import { assertNever, type Clock, durationMs, err, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { IqClient, MethodCall, NoReplyReason } from './client.ts';
import { isDigitalContract } from './digital/contract-id.ts';
import { faultOf } from './errors.ts';
import { PositionPrices } from './position-prices.ts';
import { INSTRUMENT_TYPES, INSTRUMENT_TYPES_WITH_DIGITAL, type RecordReader } from './records.ts';

type SalesOptions = {
  readonly client: IqClient;
  readonly clock: Clock;
  readonly serverClock: BrokerClock;
  readonly records: Pick<RecordReader, 'ended' | 'since'>;
  /** null for an account that is not listed. */
  currencyOf(accountId: string): Currency | null;
};

/** Lowest status that means an error of the server. It is then unknown whether the server sold the option. */
const FIRST_SERVER_ERROR = 5_000;
/** Number of attempts to read a sold position, because the history may contain it only a moment after the reply. */
const READS = 4;
const READ_EVERY_MS = durationMs(1_000);
/** Tolerance for the error of the measured clock offset. */
const EARLY_MS = 3_000;

const NOT_FOR_SALE: BrokerFault = { kind: 'not_for_sale', detail: 'no price of a sale is stated' };
const UNKNOWN_ACCOUNT: BrokerFault = { kind: 'unknown', detail: 'no such account' };

/**
 * Patterns of texts that refuse a sale. The real texts are not public, so the patterns are guesses
 * (docs/spec/brokers/iqoption.md §5).
 */
const OVER = /not found|already (closed|sold)|expired|is closed/i;
const NOT_NOW = /buy ?back|dead ?time|cannot (be )?(sell|sold)|selling|not available/i;

/**
 * Sells turbo, binary and digital options back to the broker. The broker's request has no minimum price. The adapter
 * therefore compares the last price that the broker stated, at most some seconds ago, before it sends the request. The
 * broker then pays its current price.
 */
export class Sales implements BrokerSales {
  readonly #options: SalesOptions;
  readonly #prices: PositionPrices;
  readonly #arrivals: ArrivalTimes;

  constructor(options: SalesOptions) {
    this.#options = options;
    this.#prices = new PositionPrices(options.client, options.clock);
    this.#arrivals = new ArrivalTimes(options.clock);
  }

  onDrop(): void {
    this.#arrivals.onDrop();
    this.#prices.onDrop();
  }

  onPosition(msg: unknown): void {
    this.#prices.learn(msg);
  }

  onStates(msg: unknown): void {
    this.#prices.onStates(msg);
  }

  async offer({ contractId, accountId }: RunningContract): Promise<Result<SaleOffer, BrokerFault>> {
    const currency = this.#options.currencyOf(accountId);
    if (currency === null) return err(UNKNOWN_ACCOUNT);
    const stated = await this.#prices.priceOf(contractId);
    if (!stated.ok) return stated;
    const { sellProfit, statedAtMs } = stated.value;
    const priceMinor = sellProfit === null || sellProfit < 0 ? null : minorOf(sellProfit, currency);
    return priceMinor === null ? err(NOT_FOR_SALE) : ok({ priceMinor, statedAtMs });
  }

  async sell({ contract, minPriceMinor, sendDeadlineMs }: Sale): Promise<SaleReply> {
    const { client, clock } = this.#options;
    const offer = await this.offer(contract);
    if (!offer.ok) return { outcome: 'refused', fault: offer.error };
    if (offer.value.priceMinor < minPriceMinor)
      return { outcome: 'refused', fault: { kind: 'price_moved', detail: `pays ${offer.value.priceMinor} now` } };
    const call = this.#callOf(contract.contractId);
    const reply = await client.callForResult(() => (clock.now() >= sendDeadlineMs ? null : call), 'order');
    if (!reply.ok) return saleWithoutResponse(reply.error);
    const ended = await this.#endOf(contract);
    return ended ? { outcome: 'sold', contract: ended } : { outcome: 'unknown', cause: 'server_error' };
  }

  async reconcile({ contract, sentAtMs }: SentSale): Promise<Result<SaleVerdict, BrokerFault>> {
    const { clock, serverClock, records } = this.#options;
    const askedMs = clock.now();
    const types = isDigitalContract(contract.contractId) ? INSTRUMENT_TYPES_WITH_DIGITAL : INSTRUMENT_TYPES;
    const read = await records.since(sentAtMs + serverClock.offsetMs() - EARLY_MS, types);
    if (!read.ok) return read;
    const named = read.value.contracts.filter(({ contractId }) => contractId === contract.contractId);
    const ended = named.find(({ result }) => result !== null);
    if (ended) return ok({ verdict: 'ended', contract: ended });
    const isLateEnough = askedMs >= this.#arrivals.provableFromMs({ sentAtMs });
    return ok({ verdict: named.length > 0 && isLateEnough ? 'running' : 'undecided' });
  }

  /**
   * Builds the request for a sale. A digital option is sold with the id of its position; returns null if this id is not
   * known.
   */
  #callOf(contractId: string): MethodCall | null {
    if (!isDigitalContract(contractId))
      return { name: 'binary-options.sell-options', version: '3.0', body: { options_ids: [Number(contractId)] } };
    const positionId = this.#prices.externalIdOf(contractId);
    if (positionId === null) return null;
    return { name: 'digital-options.close-position', version: '1.0', body: { position_id: Number(positionId) } };
  }

  /** Reads the end of a contract that was just sold; null if the history does not contain it yet. */
  async #endOf(contract: RunningContract): Promise<BrokerContract | null> {
    const { clock, records } = this.#options;
    for (let read = 1; ; read++) {
      const [ended = null] = await records.ended([contract]);
      if (ended || read === READS) return ended;
      await new Promise<void>((resolve) => clock.after(READ_EVERY_MS, resolve));
    }
  }
}

/** Returns the outcome of a sale whose request ended without a result. */
export function saleWithoutResponse(noReply: NoReplyReason): SaleReply {
  switch (noReply.kind) {
    case 'unsent':
      return { outcome: 'refused', fault: { kind: 'network', detail: 'not sent: no connection, or too late' } };
    case 'unanswered':
      return { outcome: 'unknown', cause: noReply.cause };
    case 'refused': {
      if (noReply.status >= FIRST_SERVER_ERROR) return { outcome: 'unknown', cause: 'server_error' };
      const fault = faultOf(noReply);
      if (OVER.test(noReply.message)) return { outcome: 'refused', fault: { ...fault, kind: 'contract_over' } };
      const kind = NOT_NOW.test(noReply.message) ? 'not_for_sale' : fault.kind;
      return { outcome: 'refused', fault: { ...fault, kind } };
    }
    default:
      return assertNever(noReply);
  }
}
