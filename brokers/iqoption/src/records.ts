import type { BrokerClock } from '@vigia/broker-kit/clock';
import { type BrokerRecords, type FollowedContract, type RecordRow, recordsOf } from '@vigia/broker-kit/orders';
import type { BrokerContract, BrokerFault } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { Catalog } from './assets.ts';
import type { IqClient, MethodCall } from './client.ts';
import { isDigitalContract } from './digital/contract-id.ts';
import { faultOf } from './errors.ts';
import { msOf, recordOf } from './mapper.ts';
import { PartialPosition, Positions } from './wire/messages.ts';

type RecordsOptions = {
  readonly client: IqClient;
  readonly serverClock: BrokerClock;
  catalog(): Catalog;
  currencyOf(accountId: string): Currency | null;
};

/**
 * The kinds of position that are always read. Digital options are absent, because a platform without them may refuse
 * their name.
 */
export const INSTRUMENT_TYPES = ['turbo-option', 'binary-option', 'blitz-option'] as const;
export const INSTRUMENT_TYPES_WITH_DIGITAL = [...INSTRUMENT_TYPES, 'digital-option'] as const;
type InstrumentTypes = readonly string[];
const PAGE = 100;
const MAX_PAGES = 20;
/**
 * Largest number of option contracts that are requested one by one. Such requests also find contracts that ended long
 * ago.
 */
const MAX_SINGLE_QUESTIONS = 4;
const EARLIER_END_MS = 60 * 60_000;
/** Tolerance for the error of the measured clock offset. */
const EARLY_MS = 3_000;

/** Reads the broker's records of option contracts. */
export class RecordReader {
  readonly #options: RecordsOptions;

  constructor(options: RecordsOptions) {
    this.#options = options;
  }

  /** Returns the followed contracts that have ended. */
  async ended(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    // A request for a single position needs the position's own id, which is not known for digital options.
    const isSingle = contracts.length <= MAX_SINGLE_QUESTIONS && !contracts.some(isDigital);
    const found = isSingle ? await this.#one(contracts) : await this.#many(contracts);
    const wanted = new Set(contracts.map(({ contractId }) => contractId));
    return found.filter(({ contractId, result }) => result !== null && wanted.has(contractId));
  }

  async #one(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const pages = await Promise.all(
      contracts.map(({ contractId }) => this.#page(historyCall(INSTRUMENT_TYPES, { external_id: Number(contractId) }))),
    );
    return pages.flatMap((page) => (page.ok ? this.#read(page.value).contracts : []));
  }

  async #many(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const sinceMs = Math.min(...contracts.map(({ expiryMs }) => expiryMs)) - EARLIER_END_MS;
    const history = await this.#history(
      contracts.some(isDigital) ? INSTRUMENT_TYPES_WITH_DIGITAL : INSTRUMENT_TYPES,
      sinceMs,
    );
    return history.ok ? this.#read(history.value.rows).contracts : [];
  }

  /**
   * Reads the open positions, then the positions that ended since `sinceMs`. In this order, a position that ends
   * between the two requests is not missed.
   * @param types kinds of position to read; without `digital-option` the result contains no digital contracts
   */
  async since(sinceMs: number, types: InstrumentTypes): Promise<Result<BrokerRecords, BrokerFault>> {
    const open = await this.#open(types);
    if (!open.ok) return open;
    const history = await this.#history(types, sinceMs);
    if (!history.ok) return history;
    const isWhole = open.value.isWhole && history.value.isWhole;
    return ok(this.#read([...open.value.rows, ...history.value.rows], isWhole));
  }

  /** Returns whether the open positions or the history contain this digital option contract. */
  async has({ contractId, openedAtMs }: Pick<BrokerContract, 'contractId' | 'openedAtMs'>): Promise<boolean> {
    const read = await this.since(openedAtMs - EARLY_MS, INSTRUMENT_TYPES_WITH_DIGITAL);
    return read.ok && read.value.contracts.some((contract) => contract.contractId === contractId);
  }

  #open(types: InstrumentTypes): Promise<Result<Pages, BrokerFault>> {
    const callOf = (offset: number) => portfolioCall(types, 'get-positions', '4.0', { limit: PAGE, offset });
    return this.#pages(callOf, () => false);
  }

  /** Reads pages of the history, newest rows first. Stops at a row that is older than requested. */
  #history(types: InstrumentTypes, sinceMs: number): Promise<Result<Pages, BrokerFault>> {
    const end = Math.ceil(this.#options.serverClock.now() / 1000) + 60;
    return this.#pages(
      (offset) => historyCall(types, { end, limit: PAGE, offset }),
      (rows) => rows.some((row) => closedMsOf(row) < sinceMs),
    );
  }

  async #pages(
    callOf: (offset: number) => MethodCall,
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

  async #page(call: MethodCall): Promise<Result<readonly unknown[], BrokerFault>> {
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

/** Unvalidated rows of the portfolio. */
type Pages = { readonly rows: readonly unknown[]; readonly isWhole: boolean };

/** Returns the time at which a position of the history ended; Infinity if the row does not state it. */
function closedMsOf(row: unknown): number {
  const closed = PartialPosition.safeParse(row).data?.close_time ?? null;
  return closed === null ? Number.POSITIVE_INFINITY : msOf(closed);
}

const portfolioCall = (types: InstrumentTypes, method: string, version: string, body: object): MethodCall => ({
  name: `portfolio.${method}`,
  version,
  body: { instrument_types: types, ...body },
});

const historyCall = (types: InstrumentTypes, body: object): MethodCall =>
  portfolioCall(types, 'get-history-positions', '2.0', body);

const isDigital = ({ contractId }: FollowedContract): boolean => isDigitalContract(contractId);
