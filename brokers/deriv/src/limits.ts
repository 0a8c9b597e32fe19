import { createPacer, type Pacer } from '@vigia/broker-kit/pace';
import type { Clock } from '@vigia/core/kernel';
import type { DerivRequest } from './wire/requests.ts';

/**
 * Deriv's limits of requests, shared by the sockets of a login (docs/spec/brokers/deriv.md §4). Each row uses the
 * stricter of Deriv's limits per minute and per hour, where 14,400 an hour count as 240 a minute. Requests for records
 * apply both limits.
 */
const BURSTS = {
  pricing: { burst: 240, perMs: 60_000 },
  balance: { burst: 33, perMs: 60_000 },
  // Requests that resolve orders of unknown outcome. They are rare, so both limits apply separately.
  records: { burst: 28, perMs: 60_000 },
  recordsOfAnHour: { burst: 1_480, perMs: 3_600_000 },
  // A share of the 220 requests a minute that all other calls have. It is separate, so that a long read of history
  // delays no stream.
  history: { burst: 60, perMs: 30_000 },
  other: { burst: 100, perMs: 60_000 },
  rest: { burst: 60, perMs: 60_000 },
} as const;
type Row = keyof typeof BURSTS;

const ROW_OF_CALL: Readonly<Record<string, Row>> = {
  proposal: 'pricing',
  proposal_open_contract: 'pricing',
  buy: 'pricing',
  balance: 'balance',
  portfolio: 'records',
  profit_table: 'records',
};

/** Delays requests until Deriv's limits allow them. */
export class DerivLimits {
  readonly #pacers: Readonly<Record<Row, Pacer>>;

  constructor(clock: Clock) {
    const pacer = (row: Row) => createPacer({ ...BURSTS[row], clock });
    this.#pacers = {
      pricing: pacer('pricing'),
      balance: pacer('balance'),
      records: pacer('records'),
      recordsOfAnHour: pacer('recordsOfAnHour'),
      history: pacer('history'),
      other: pacer('other'),
      rest: pacer('rest'),
    };
  }

  /** Waits until a request may be sent on a socket. */
  async take(request: DerivRequest): Promise<void> {
    const row = rowOf(request);
    if (row === 'records') await this.#pacers.recordsOfAnHour.take();
    await this.#pacers[row].take();
  }

  /** Waits until a REST request may be sent. */
  takeRest(): Promise<void> {
    return this.#pacers.rest.take();
  }
}

function rowOf(request: DerivRequest): Row {
  const call = Object.keys(request)[0] ?? '';
  if (call === 'ticks_history' && request['subscribe'] === undefined) return 'history';
  return ROW_OF_CALL[call] ?? 'other';
}
