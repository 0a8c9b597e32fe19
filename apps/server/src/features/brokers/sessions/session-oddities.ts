import { Oddities, type Oddity } from '@vigia/broker-kit/port';
import type { Logger } from '#platform/logging/logger.ts';

const keyOf = ({ kind, message }: Oddity): string => `${kind} ${message}`;

/**
 * Counts the messages that one session could not interpret, and which of them the user has accepted. The account is
 * closed for new orders while a message about orders is not accepted, because an adapter that misreads the broker must
 * not send any.
 */
export class SessionOddities {
  readonly counts: Oddities;
  readonly #accepted = new Set<string>();

  /**
   * @param onFirst called for the first occurrence of each message, which is also logged; a message name contains no
   * user data
   */
  constructor(broker: string, log: Pick<Logger, 'warn'>, onFirst: () => void) {
    this.counts = new Oddities(({ kind, message, touchesOrders }) => {
      log.warn({ broker, kind, message, touchesOrders }, 'a broker sent what its adapter does not know');
      onFirst();
    });
  }

  list(): readonly Oddity[] {
    return this.counts.list();
  }

  get isClosedForOrders(): boolean {
    return this.list().some((oddity) => oddity.touchesOrders && !this.#accepted.has(keyOf(oddity)));
  }

  /** Accepts all messages seen so far. Another message about orders closes the account again. */
  accept(): void {
    for (const oddity of this.list()) this.#accepted.add(keyOf(oddity));
  }
}

/**
 * Counts the broker messages that the sessions could not interpret, and the accounts that are closed for new orders
 * because of them.
 */
export function oddityMetrics(sessions: readonly SessionOddities[]) {
  return {
    messages: sessions.flatMap((oddities) => oddities.list()).reduce((sum, { count }) => sum + count, 0),
    closedAccounts: sessions.filter(({ isClosedForOrders }) => isClosedForOrders).length,
  };
}
