import type { BrokerClock } from '@vigia/broker-kit/clock';
import { type BrokerRecords, type FollowedContract, type RecordRow, recordsOf } from '@vigia/broker-kit/orders';
import type { BrokerContract, BrokerFault } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { Catalog } from './assets.ts';
import type { Call, IqClient } from './client.ts';
import { faultOf } from './errors.ts';
import { msOf, recordOf } from './mapper.ts';
import { PartialPosition, Positions } from './wire/messages.ts';

type RecordsOptions = {
  readonly client: IqClient;
  readonly serverClock: BrokerClock;
  catalog(): Catalog;
  currencyOf(accountId: string): Currency | null;
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
    return pages.flatMap((page) => (page.ok ? this.#read(page.value).contracts : []));
  }

  async #many(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const sinceMs = Math.min(...contracts.map(({ expiryMs }) => expiryMs)) - EARLIER_END_MS;
    const history = await this.#history(sinceMs);
    return history.ok ? this.#read(history.value.rows).contracts : [];
  }

  /** Reads open positions, then those that ended since. In this order a position that ends in between is not missed. */
  async since(sinceMs: number): Promise<Result<BrokerRecords, BrokerFault>> {
    const open = await this.#open();
    if (!open.ok) return open;
    const history = await this.#history(sinceMs);
    if (!history.ok) return history;
    const isWhole = open.value.isWhole && history.value.isWhole;
    return ok(this.#read([...open.value.rows, ...history.value.rows], isWhole));
  }

  #open(): Promise<Result<Pages, BrokerFault>> {
    const callOf = (offset: number) => portfolioCall('get-positions', '4.0', { limit: PAGE, offset });
    return this.#pages(callOf, () => false);
  }

  /** Rows come newest first; paging stops at a row older than requested. */
  #history(sinceMs: number): Promise<Result<Pages, BrokerFault>> {
    const end = Math.ceil(this.#options.serverClock.now() / 1000) + 60;
    return this.#pages(
      (offset) => historyCall({ end, limit: PAGE, offset }),
      (rows) => rows.some((row) => closedMsOf(row) < sinceMs),
    );
  }

  async #pages(
    callOf: (offset: number) => Call,
    isFarEnough: (rows: readonly unknown[]) => boolean,
  ): Promise<Result<Pages, BrokerFault>> {
    const rows: unknown[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const read = await this.#page(callOf(page * PAGE));
      if (!read.ok) return read;
      rows.push(...read.value);
      if (read.value.length < PAGE || isFarEnough(read.value)) return ok({ rows, isWhole: true });
    }
    return ok({ rows, isWhole: false });
  }

  async #page(call: Call): Promise<Result<readonly unknown[], BrokerFault>> {
    const reply = await this.#options.client.callForRecords(call);
    if (!reply.ok) return err(faultOf(reply.error));
    const read = Positions.safeParse(reply.value).data;
    return read ? ok(read.positions) : err({ kind: 'unknown', detail: 'positions could not be read' });
  }

  #read(rows: readonly unknown[], isWhole = true): BrokerRecords {
    const { catalog, currencyOf } = this.#options;
    return recordsOf(
      rows.map((row): RecordRow => recordOf(row, catalog(), currencyOf)),
      isWhole,
    );
  }
}

/** Rows of the portfolio as they came. */
type Pages = { readonly rows: readonly unknown[]; readonly isWhole: boolean };

/** When a row of the history ended; infinite if it does not say. */
function closedMsOf(row: unknown): number {
  const closed = PartialPosition.safeParse(row).data?.close_time ?? null;
  return closed === null ? Number.POSITIVE_INFINITY : msOf(closed);
}

const portfolioCall = (method: string, version: string, body: object): Call => ({
  name: `portfolio.${method}`,
  version,
  body: { instrument_types: INSTRUMENT_TYPES, ...body },
});

const historyCall = (body: object): Call => portfolioCall('get-history-positions', '2.0', body);
