import { createPacer, type Pacer } from '@vigia/broker-kit/pace';
import type { Clock } from '@vigia/core/kernel';
import type { DerivRequest } from './wire/requests.ts';

/**
 * Requests a minute, of each row the stricter of Deriv's two figures (360 a minute and 14,400 an hour are 240 a minute, and so
 * on; PROTOCOLS §1.7). They are shared by a login's sockets.
 */
const PER_MINUTE = { pricing: 240, balance: 33, records: 25, other: 220, rest: 60 } as const;
type Row = keyof typeof PER_MINUTE;

const ROW_OF_CALL: Readonly<Record<string, Row>> = {
  proposal: 'pricing',
  proposal_open_contract: 'pricing',
  buy: 'pricing',
  balance: 'balance',
  portfolio: 'records',
  profit_table: 'records',
};

const MINUTE_MS = 60_000;

/** Waits until a request may go. */
export class DerivLimits {
  readonly #pacers: Readonly<Record<Row, Pacer>>;

  constructor(clock: Clock) {
    const pacer = (row: Row) => createPacer({ burst: PER_MINUTE[row], perMs: MINUTE_MS, clock });
    this.#pacers = {
      pricing: pacer('pricing'),
      balance: pacer('balance'),
      records: pacer('records'),
      other: pacer('other'),
      rest: pacer('rest'),
    };
  }

  /** The turn of a request on a socket. */
  take(request: DerivRequest): Promise<void> {
    return this.#pacers[ROW_OF_CALL[Object.keys(request)[0] ?? ''] ?? 'other'].take();
  }

  /** The turn of a REST request. */
  takeRest(): Promise<void> {
    return this.#pacers.rest.take();
  }
}
