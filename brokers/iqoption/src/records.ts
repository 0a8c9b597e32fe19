import type { FollowedContract } from '@vigia/broker-kit/orders';
import type { BrokerContract, BrokerFault } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { Catalog } from './catalog.ts';
import type { Call, IqClient } from './client.ts';
import { faultOf } from './errors.ts';
import { contractOf } from './mapper.ts';
import type { ServerClock } from './server-clock.ts';
import { Position, Positions } from './wire/messages.ts';

type RecordsOptions = {
  readonly client: IqClient;
  readonly serverClock: ServerClock;
  catalog(): Catalog;
  currencyOf(accountId: string): Currency | null;
};

export type Records = {
  readonly contracts: readonly BrokerContract[];
  /** False if the records may not reach back as far as requested. */
  readonly isWhole: boolean;
};

const INSTRUMENT_TYPES = ['turbo-option', 'binary-option', 'blitz-option'];
const PAGE = 100;
const MAX_PAGES = 20;
/** Up to this many contracts are requested one by one, which also finds those that ended long ago. */
const MAX_SINGLE_QUESTIONS = 4;
const EARLIER_END_MS = 60 * 60_000;

/** Reads the broker's records. */
export class RecordReader {
  readonly #options: RecordsOptions;

  constructor(options: RecordsOptions) {
    this.#options = options;
  }

  /** The followed contracts that have ended. */
  async ended(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const found = contracts.length <= MAX_SINGLE_QUESTIONS ? await this.#one(contracts) : await this.#many(contracts);
    const wanted = new Set(contracts.map(({ contractId }) => contractId));
    return found.filter(({ contractId, result }) => result !== null && wanted.has(contractId));
  }

  async #one(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const pages = await Promise.all(
      contracts.map(({ contractId }) => this.#page(historyCall({ external_id: Number(contractId) }))),
    );
    return pages.flatMap((page) => (page.ok ? this.#contracts(page.value) : []));
  }

  async #many(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const sinceMs = Math.min(...contracts.map(({ expiryMs }) => expiryMs)) - EARLIER_END_MS;
    const history = await this.#history(sinceMs);
    return history.ok ? history.value.contracts : [];
  }

  /** Reads open positions, then those that ended since. In this order a position that ends in between is not missed. */
  async since(sinceMs: number): Promise<Result<Records, BrokerFault>> {
    const open = await this.#open();
    if (!open.ok) return open;
    const history = await this.#history(sinceMs);
    if (!history.ok) return history;
    const all = [...open.value.contracts, ...history.value.contracts];
    const latest = new Map(all.map((contract) => [contract.contractId, contract]));
    return ok({ contracts: [...latest.values()], isWhole: open.value.isWhole && history.value.isWhole });
  }

  #open(): Promise<Result<Records, BrokerFault>> {
    const callOf = (offset: number) => portfolioCall('get-positions', '4.0', { limit: PAGE, offset });
    return this.#pages(callOf, () => false);
  }

  /** Rows come newest first; paging stops at a row older than requested. */
  #history(sinceMs: number): Promise<Result<Records, BrokerFault>> {
    const end = Math.ceil(this.#options.serverClock.now() / 1000) + 60;
    return this.#pages(
      (offset) => historyCall({ end, limit: PAGE, offset }),
      (positions) => positions.some(({ close_time: closeMs }) => typeof closeMs === 'number' && closeMs < sinceMs),
    );
  }

  async #pages(
    callOf: (offset: number) => Call,
    isFarEnough: (positions: readonly Position[]) => boolean,
  ): Promise<Result<Records, BrokerFault>> {
    const contracts: BrokerContract[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const read = await this.#page(callOf(page * PAGE));
      if (!read.ok) return read;
      contracts.push(...this.#contracts(read.value));
      if (read.value.length < PAGE || isFarEnough(read.value)) return ok({ contracts, isWhole: true });
    }
    return ok({ contracts, isWhole: false });
  }

  async #page(call: Call): Promise<Result<readonly Position[], BrokerFault>> {
    const reply = await this.#options.client.callForRecords(call);
    if (!reply.ok) return err(faultOf(reply.error));
    const read = Positions.safeParse(reply.value);
    const positions = read.data?.positions.map((entry) => Position.safeParse(entry).data);
    // An unreadable row may belong to the order, so the other rows do not prove that the order is absent.
    if (!positions || positions.includes(undefined))
      return err({ kind: 'unknown', detail: 'positions could not be read' });
    return ok(positions.filter((position) => position !== undefined));
  }

  #contracts(positions: readonly Position[]): readonly BrokerContract[] {
    return positions
      .map((position) => contractOf(position, this.#options.catalog(), this.#options.currencyOf))
      .filter((contract) => contract !== null);
  }
}

const portfolioCall = (method: string, version: string, body: object): Call => ({
  name: `portfolio.${method}`,
  version,
  body: { instrument_types: INSTRUMENT_TYPES, ...body },
});

const historyCall = (body: object): Call => portfolioCall('get-history-positions', '2.0', body);
