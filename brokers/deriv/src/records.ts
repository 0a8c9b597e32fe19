import { type Arrivals, type MatchWindow, matchOrders } from '@vigia/broker-kit/orders';
import type { BrokerContract, BrokerTime, Reconciliation, SentOrder } from '@vigia/broker-kit/port';
import { type EpochMs, epochMs, type MinorUnits, ok, type Result } from '@vigia/core/kernel';
import type { DerivClient, RequestFailure } from './client.ts';
import { contractOfPortfolio, contractOfProfit, type Owner } from './mapper.ts';
import { repliesIn } from './wire/money-replies.ts';
import { PROFIT_ROWS_MAX, portfolio, profitTable } from './wire/requests.ts';

/** A contract begins at most this long after its order was sent. */
const LATE_MS = 20_000;
/** The profit table is read from this long before the first order. */
const MARGIN_MS = 60_000;
/**
 * Minimum interval between look-ups of an order that cannot be decided yet. Deriv limits these requests, and repeated
 * disconnects must not use up the quota.
 */
const LOOK_AGAIN_MS = 8_000;
/** Matches a contract type that we place, or a shortcode that begins with it. */
const OUR_KIND = /^(CALL|PUT)(_|$)/;

/** A contract of a type that we place, with unreadable terms. It may belong to any order with this stake and time. */
type Unread = { readonly stakeMinor: MinorUnits; readonly openedAtMs: EpochMs };
type Read = { readonly contracts: readonly BrokerContract[]; readonly unread: readonly Unread[] };

export type RecordsOptions = {
  readonly client: Pick<DerivClient, 'ask' | 'time'>;
  readonly arrivals: Pick<Arrivals, 'provableFromMs'>;
  owner(): Owner;
  now(): number;
};

/**
 * Deriv's records of one account, for orders of unknown outcome. The records do not carry our ids, so orders are
 * matched by terms and time.
 */
export class Records {
  readonly #options: RecordsOptions;
  /** When each order of the last call was looked up. */
  #lookedUpMs: ReadonlyMap<string, number> = new Map();

  constructor(options: RecordsOptions) {
    this.#options = options;
  }

  /**
   * Returns one verdict per order, in the same order. Reads open contracts before closed ones, so that a contract that
   * closes in between is found. Skips the closed ones if no order can have closed yet, or if every order is found
   * already.
   */
  async reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], RequestFailure>> {
    const askedMs = this.#options.now();
    if (this.#isTooSoon(orders, askedMs)) return ok(orders.map(() => ({ verdict: 'undecided' })));
    const window = windowAt(this.#options.client.time());
    const open = await this.#open();
    if (!open.ok) return open;
    this.#lookedUpMs = new Map(orders.map(({ orderId }) => [orderId, askedMs]));
    const isAllFound = matchOrders(orders, open.value.contracts, claimed, window).every((found) => found !== null);
    const isClosedAsked = !isAllFound && orders.some((order) => this.#mayHaveClosed(order, askedMs));
    const closed = isClosedAsked ? await this.#closed(orders) : ok({ contracts: [], unread: [] });
    if (!closed.ok) return closed;
    const contracts = latest([...open.value.contracts, ...closed.value.contracts]);
    const unread = [...open.value.unread, ...closed.value.unread];
    const matched = matchOrders(orders, contracts, claimed, window);
    return ok(
      orders.map((order, index): Reconciliation => {
        const contract = matched[index];
        if (contract) return { verdict: 'found', contract };
        const isAbsent = this.#isProvable(order, askedMs) && !unread.some((one) => mayBe(order, one, window));
        return { verdict: isAbsent ? 'absent' : 'undecided' };
      }),
    );
  }

  #isTooSoon(orders: readonly SentOrder[], nowMs: number): boolean {
    return orders.every(
      (order) =>
        !this.#mayHaveClosed(order, nowMs) &&
        nowMs < (this.#lookedUpMs.get(order.orderId) ?? Number.NEGATIVE_INFINITY) + LOOK_AGAIN_MS,
    );
  }

  #isProvable(order: SentOrder, nowMs: number): boolean {
    return nowMs >= this.#options.arrivals.provableFromMs(order);
  }

  /**
   * Whether the closed contracts must be read: the contract may have ended, or only they can prove that it does not
   * exist.
   */
  #mayHaveClosed(order: SentOrder, nowMs: number): boolean {
    return nowMs >= order.sentAtMs + order.durationS * 1_000 || this.#isProvable(order, nowMs);
  }

  async #open(): Promise<Result<Read, RequestFailure>> {
    const { client, owner } = this.#options;
    const { Portfolio } = repliesIn(owner().currency);
    const reply = await client.ask(portfolio, Portfolio);
    if (!reply.ok) return reply;
    const rows = reply.value.portfolio.contracts.map((row) => ({
      contract: contractOfPortfolio(row, owner()),
      kind: row.contract_type,
      stakeMinor: row.buy_price,
      openedAtMs: epochMs(row.date_start * 1_000),
    }));
    return ok(readOf(rows));
  }

  async #closed(orders: readonly SentOrder[]): Promise<Result<Read, RequestFailure>> {
    const { client, owner } = this.#options;
    const fromS = Math.floor((Math.min(...orders.map(({ sentAtMs }) => sentAtMs)) - MARGIN_MS) / 1_000);
    const { ProfitTable } = repliesIn(owner().currency);
    const rows: Row[] = [];
    for (let offset = 0; ; offset += PROFIT_ROWS_MAX) {
      const page = await client.ask(profitTable(fromS, offset), ProfitTable);
      if (!page.ok) return page;
      const { transactions } = page.value.profit_table;
      for (const row of transactions)
        rows.push({
          contract: contractOfProfit(row, owner()),
          kind: row.shortcode,
          stakeMinor: row.buy_price,
          openedAtMs: epochMs(row.purchase_time * 1_000),
        });
      if (transactions.length < PROFIT_ROWS_MAX) return ok(readOf(rows));
    }
  }
}

type Row = Unread & { readonly contract: BrokerContract | null; readonly kind: string };

const readOf = (rows: readonly Row[]): Read => ({
  contracts: rows.flatMap(({ contract }) => contract ?? []),
  unread: rows.filter(({ contract, kind }) => contract === null && OUR_KIND.test(kind)),
});

/** Keeps each contract once, and the closed version if there are two. */
const latest = (contracts: readonly BrokerContract[]): readonly BrokerContract[] => [
  ...new Map(contracts.map((contract) => [contract.contractId, contract])).values(),
];

const mayBe = ({ stakeMinor, sentAtMs }: SentOrder, one: Unread, { earlyMs, lateMs }: MatchWindow): boolean =>
  one.stakeMinor === stakeMinor && one.openedAtMs >= sentAtMs - earlyMs && one.openedAtMs <= sentAtMs + lateMs;

/**
 * How far a contract's begin may be from the sending of its order. Deriv stamps contracts in whole seconds of its own
 * clock.
 */
function windowAt({ offsetMs }: BrokerTime): MatchWindow {
  const aheadMs = offsetMs ?? 0;
  return { earlyMs: 2_000 + Math.max(0, -aheadMs), lateMs: LATE_MS + Math.max(0, aheadMs), expiryToleranceMs: 2_000 };
}
