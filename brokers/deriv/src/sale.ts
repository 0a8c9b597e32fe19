import type { ArrivalTimes } from '@vigia/broker-kit/orders';
import type {
  BrokerContract,
  BrokerFault,
  BrokerFaultKind,
  BrokerSales,
  RunningContract,
  Sale,
  SaleOffer,
  SaleReply,
  SaleVerdict,
  SentSale,
} from '@vigia/broker-kit/port';
import { type Clock, type EpochMs, err, type MinorUnits, ok, type Result } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/money';
import { faultOf, type RequestFailure } from './client.ts';
import type { ContractSocket } from './contracts.ts';
import { isServerError, network } from './errors.ts';
import { contractOfOpen } from './mapper.ts';
import type { Frame } from './wire/frame.ts';
import { moneyRepliesIn, SellReply } from './wire/money-replies.ts';
import { openContract, sell } from './wire/requests.ts';

/** Largest age of a price from the contract's stream that is returned without a request. */
const FRESH_MS = 1_500;
const MAX_PRICES = 200;

/**
 * Deriv's error codes for a refused sale (docs/spec/brokers/deriv.md §5). Other codes have the same meaning as for an
 * order.
 */
const KIND_OF_CODE: Readonly<Record<string, BrokerFaultKind>> = {
  ContractSellValidationError: 'not_for_sale',
  InvalidSellContractProposal: 'contract_over',
  NoOpenPosition: 'contract_over',
  ContractNotFound: 'contract_over',
  AlreadySold: 'contract_over',
  BetExpired: 'contract_over',
  AlreadyExpired: 'contract_over',
};

type SaleSocket = ContractSocket & { readonly arrivals: Pick<ArrivalTimes, 'provableFromMs'> };
/** Price and state of an option contract, from the last message about it. */
type Stated = {
  /** Price that Deriv pays for the contract; null while Deriv does not buy it back. */
  readonly bidMinor: MinorUnits | null;
  readonly isOver: boolean;
  readonly atMs: EpochMs;
};

const NOT_CONNECTED = network('not connected');
const NOT_FOR_SALE: BrokerFault = { kind: 'not_for_sale', detail: 'is_valid_to_sell is 0' };
const OVER: BrokerFault = { kind: 'contract_over', detail: 'the contract is sold or settled' };

/** Sells option contracts back to Deriv. Deriv itself refuses a sale if it would pay less than the requested price. */
export class Sales implements BrokerSales {
  readonly #clock: Clock;
  readonly #socketOf: (accountId: string) => SaleSocket | undefined;
  readonly #stated = new Map<string, Stated>();

  constructor(clock: Clock, socketOf: (accountId: string) => SaleSocket | undefined) {
    this.#clock = clock;
    this.#socketOf = socketOf;
  }

  /** Handles `proposal_open_contract` messages, both streamed ones and replies. */
  onFrame(frame: Frame, { owner }: ContractSocket): void {
    const read = moneyRepliesIn(owner.currency).ForSale.safeParse(frame.body).data?.proposal_open_contract;
    if (!read) return;
    const id = String(read.contract_id);
    const bidMinor = read.is_valid_to_sell === 1 ? (read.bid_price ?? null) : null;
    this.#stated.delete(id);
    this.#stated.set(id, { bidMinor, isOver: read.is_sold === 1, atMs: this.#clock.now() });
    const oldest = this.#stated.keys().next();
    if (this.#stated.size > MAX_PRICES && !oldest.done) this.#stated.delete(oldest.value);
  }

  async offer({ contractId, accountId }: RunningContract): Promise<Result<SaleOffer, BrokerFault>> {
    const known = this.#fresh(contractId);
    if (known) return offerOf(known);
    const socket = this.#socketOf(accountId);
    if (!socket) return err(NOT_CONNECTED);
    // The reply also passes through `onFrame`, which stores its values.
    const reply = await socket.client.call(openContract(Number(contractId), false));
    if (!reply.ok) return err(saleFault(reply.error));
    const stated = this.#fresh(contractId);
    return stated ? offerOf(stated) : err({ kind: 'unknown', detail: 'an answer in an unknown form' });
  }

  async sell({ contract, minPriceMinor, sendDeadlineMs }: Sale): Promise<SaleReply> {
    const socket = this.#socketOf(contract.accountId);
    if (!socket) return { outcome: 'refused', fault: NOT_CONNECTED };
    const price = formatMinor(minPriceMinor, socket.owner.currency);
    const reply = await socket.client.ask(sell(Number(contract.contractId), price), SellReply, sendDeadlineMs);
    if (!reply.ok) return saleWithoutResponse(reply.error);
    const now = await this.#read(socket, contract);
    if (!now.ok || now.value?.result == null) return { outcome: 'unknown', cause: 'server_error' };
    return { outcome: 'sold', contract: now.value };
  }

  async reconcile({ contract, sentAtMs }: SentSale): Promise<Result<SaleVerdict, BrokerFault>> {
    const socket = this.#socketOf(contract.accountId);
    if (!socket) return err(NOT_CONNECTED);
    const askedMs = this.#clock.now();
    const read = await this.#read(socket, contract);
    if (!read.ok) return err(saleFault(read.error));
    if (read.value === null) return ok({ verdict: 'undecided' });
    if (read.value.result) return ok({ verdict: 'ended', contract: read.value });
    const isLateEnough = askedMs >= socket.arrivals.provableFromMs({ sentAtMs });
    return ok({ verdict: isLateEnough ? 'running' : 'undecided' });
  }

  #fresh(contractId: string): Stated | null {
    const known = this.#stated.get(contractId);
    return known && this.#clock.now() - known.atMs <= FRESH_MS ? known : null;
  }

  /** Requests the current state of a contract; null if the reply cannot be read. */
  async #read(
    { client, owner }: SaleSocket,
    { contractId }: RunningContract,
  ): Promise<Result<BrokerContract | null, RequestFailure>> {
    const reply = await client.ask(
      openContract(Number(contractId), false),
      moneyRepliesIn(owner.currency).OpenContract,
    );
    return reply.ok ? ok(contractOfOpen(reply.value.proposal_open_contract, owner)) : reply;
  }
}

function offerOf({ bidMinor, isOver, atMs }: Stated): Result<SaleOffer, BrokerFault> {
  if (isOver) return err(OVER);
  return bidMinor === null ? err(NOT_FOR_SALE) : ok({ priceMinor: bidMinor, statedAtMs: atMs });
}

/** Returns the outcome of a sale whose request ended with this failure instead of a response. */
export function saleWithoutResponse(failure: RequestFailure): SaleReply {
  switch (failure.kind) {
    case 'unsent':
      return { outcome: 'refused', fault: network('not connected, or too late to be sent') };
    case 'unanswered':
      return { outcome: 'unknown', cause: failure.cause };
    case 'unreadable':
      return { outcome: 'unknown', cause: 'server_error' };
    case 'refused':
      return isServerError(failure.error.code)
        ? { outcome: 'unknown', cause: 'server_error' }
        : { outcome: 'refused', fault: saleFault(failure) };
  }
}

function saleFault(failure: RequestFailure): BrokerFault {
  const fault = faultOf(failure);
  const kind = failure.kind === 'refused' ? KIND_OF_CODE[failure.error.code] : undefined;
  return kind === undefined ? fault : { ...fault, kind };
}
