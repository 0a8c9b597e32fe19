import { createRequestBudget, type RequestBudget, type RequestLimits, type Urgency } from '@vigia/broker-kit/pace';
import type { Clock } from '@vigia/core/kernel';
import type { DerivRequest } from './wire/requests.ts';

/**
 * Deriv's request limits, which all sockets of a login share (docs/spec/brokers/deriv.md §4). A row without a limit per
 * hour needs none: its limit per minute is stricter (Deriv's 14,400 per hour are 240 per minute).
 */
const LIMITS = {
  pricing: { perMinute: 240 },
  balance: { perMinute: 33 },
  // Requests for records, which resolve orders with an unknown execution status.
  records: { perMinute: 30, perHour: 1_500 },
  // Part of the 220 requests per minute of all other calls. It is separate, so that a long read of history delays no
  // stream.
  history: { perMinute: 110 },
  other: { perMinute: 110 },
  rest: { perMinute: 60 },
} as const satisfies Readonly<Record<string, RequestLimits>>;
type Row = keyof typeof LIMITS;

const ROW_OF_CALL: Readonly<Record<string, Row>> = {
  proposal: 'pricing',
  proposal_open_contract: 'pricing',
  buy: 'pricing',
  sell: 'pricing',
  balance: 'balance',
  portfolio: 'records',
  profit_table: 'records',
};

const URGENCY_OF_CALL: Readonly<Record<string, Urgency>> = {
  proposal: 'order',
  buy: 'order',
  sell: 'order',
  portfolio: 'records',
  profit_table: 'records',
};

/** Delays requests until Deriv's limits allow them. */
export class DerivLimits {
  readonly #budgets: Readonly<Record<Row, RequestBudget>>;

  constructor(clock: Clock) {
    const budget = (row: Row) => createRequestBudget({ ...LIMITS[row], clock });
    this.#budgets = {
      pricing: budget('pricing'),
      balance: budget('balance'),
      records: budget('records'),
      history: budget('history'),
      other: budget('other'),
      rest: budget('rest'),
    };
  }

  /** Waits until a request may be sent on a socket. */
  take(request: DerivRequest): Promise<void> {
    return this.#budgets[rowOf(request)].take(URGENCY_OF_CALL[callOf(request)]);
  }

  /** Waits until a REST request may be sent. */
  takeRest(): Promise<void> {
    return this.#budgets.rest.take();
  }
}

function rowOf(request: DerivRequest): Row {
  const call = callOf(request);
  if (call === 'ticks_history' && request['subscribe'] === undefined) return 'history';
  return ROW_OF_CALL[call] ?? 'other';
}

const callOf = (request: DerivRequest): string => Object.keys(request)[0] ?? '';
