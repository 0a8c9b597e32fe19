import {
  ArrivalTimes,
  ContractTracker,
  type FollowedContract,
  isTimed,
  matchOrders,
  NOT_SOLD_BY_TICKS,
  type RecordRow,
  recordsOf,
  verdictsOf,
} from '@vigia/broker-kit/orders';
import type {
  BrokerAsset,
  BrokerContract,
  BrokerFault,
  BrokerOrder,
  OrderReply,
  Reconciliation,
  SentOrder,
} from '@vigia/broker-kit/port';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { ZodType } from 'zod';
import { type RequestFault, toBrokerFault } from './client.ts';
import { contractOf, decimalOf, recordOf } from './mapper.ts';
import { type Call, contract as contractShape, contracts as contractsShape } from './wire/messages.ts';

const MATCH = { earlyMs: 2_000, lateMs: 10_000, expiryToleranceMs: 1_000 };
/** Longest duration of an option contract. A followed contract started at most this long before its expiry. */
const LONGEST_CONTRACT_MS = 86_400_000;

export type OrdersOptions = {
  readonly clock: Clock;
  ask<Answer>(call: Call, shape: ZodType<Answer>): Promise<Result<Answer, RequestFault>>;
  asset(symbol: string): BrokerAsset | undefined;
  /** Returns the currency of an account; null for an account that is not listed. */
  currencyOf(accountId: string): Currency | null;
  publish(contract: BrokerContract): void;
};

/** Orders and option contracts of one session. */
export class PracticeOrders {
  readonly tracker: ContractTracker;
  readonly #options: OrdersOptions;
  readonly #arrivals: ArrivalTimes;

  constructor(options: OrdersOptions) {
    this.#options = options;
    this.#arrivals = new ArrivalTimes(options.clock);
    this.tracker = new ContractTracker({
      clock: options.clock,
      publish: (contract) => options.publish(contract),
      poll: (contracts) => this.#records(contracts),
    });
  }

  onDrop(): void {
    this.#arrivals.onDrop();
  }

  async place(order: BrokerOrder): Promise<OrderReply> {
    const currency = this.#options.currencyOf(order.accountId);
    if (currency === null) return { outcome: 'refused', fault: { kind: 'unknown', detail: 'no such account' } };
    if (!isTimed(order)) return { outcome: 'refused', fault: NOT_SOLD_BY_TICKS };
    const fault = this.#refusal(order);
    if (fault) return { outcome: 'refused', fault };
    const sentAtMs = this.#options.clock.now();
    const answer = await this.#options.ask(
      {
        call: 'order',
        account: order.accountId,
        symbol: order.symbol,
        side: order.direction === 'CALL' ? 'up' : 'down',
        stake: decimalOf(order.stakeMinor, currency),
        seconds: order.durationS,
      },
      contractShape,
    );
    if (answer.ok) return this.#accepted(contractOf(answer.value, currency));
    if (answer.error.kind !== 'unanswered') return { outcome: 'refused', fault: toBrokerFault(answer.error) };
    return { outcome: 'unknown', cause: answer.error.cause, sentAtMs };
  }

  async reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    const askedMs = this.#options.clock.now();
    const sinceMs = Math.min(...orders.map(({ sentAtMs }) => sentAtMs)) - MATCH.earlyMs;
    const rows: RecordRow[] = [];
    for (const accountId of new Set(orders.map((order) => order.accountId))) {
      const listed = await this.#listed(accountId, sinceMs);
      if (!listed.ok) return err(toBrokerFault(listed.error));
      rows.push(...listed.value);
    }
    const records = recordsOf(rows);
    const matched = matchOrders(orders, records.contracts, claimed, MATCH);
    const isLateEnough = (order: SentOrder): boolean => askedMs >= this.#arrivals.provableFromMs(order);
    return ok(verdictsOf(orders, { matched, records, claimed, window: MATCH, isLateEnough }));
  }

  /** Returns the reason to refuse the order without sending it; null if there is none. */
  #refusal({ symbol, minPayoutRatio, sendDeadlineMs }: BrokerOrder): BrokerFault | null {
    if (this.#options.clock.now() >= sendDeadlineMs) return { kind: 'unknown', detail: 'past its deadline' };
    const payoutRatio = this.#options.asset(symbol)?.payoutRatio ?? null;
    if (payoutRatio === null) return { kind: 'market_closed', detail: 'not listed' };
    const isTooLow = minPayoutRatio !== null && payoutRatio < minPayoutRatio;
    return isTooLow ? { kind: 'price_moved', detail: 'pays less than wanted' } : null;
  }

  #accepted(contract: BrokerContract): OrderReply {
    this.tracker.follow([contract]);
    return { outcome: 'accepted', contract };
  }

  async #listed(accountId: string, sinceMs: number): Promise<Result<readonly RecordRow[], RequestFault>> {
    const currency = this.#options.currencyOf(accountId);
    const answer = await this.#options.ask(
      { call: 'contracts', account: accountId, since_ms: sinceMs },
      contractsShape,
    );
    return answer.ok ? ok(answer.value.map((row) => recordOf(row, accountId, currency))) : answer;
  }

  async #records(followed: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const wanted = new Set(followed.map(({ contractId }) => contractId));
    const sinceMs = Math.min(...followed.map(({ expiryMs }) => expiryMs)) - LONGEST_CONTRACT_MS;
    const rows: RecordRow[] = [];
    for (const accountId of new Set(followed.map((contract) => contract.accountId))) {
      const listed = await this.#listed(accountId, sinceMs);
      if (listed.ok) rows.push(...listed.value);
    }
    return recordsOf(rows).contracts.filter(({ contractId }) => wanted.has(contractId));
  }
}
