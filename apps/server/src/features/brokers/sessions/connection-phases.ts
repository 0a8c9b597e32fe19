import type { BrokerAccount, BrokerContract, BrokerFault, FeedTick } from '@vigia/broker-kit/port';

/**
 * Phase of a connection. `open`: signed in; the session keeps itself connected. `waiting`: another attempt follows at
 * `retryAtMs`. `ended`: only the user can connect again.
 */
export type ConnectionPhase =
  | { readonly kind: 'signing_in' }
  | { readonly kind: 'code' }
  | { readonly kind: 'open' }
  | { readonly kind: 'waiting'; readonly fault: BrokerFault; readonly retryAtMs: number }
  | { readonly kind: 'ended'; readonly fault: BrokerFault }
  | { readonly kind: 'closed' };

/** Callbacks of a connection. None is called after `close`. */
export interface ConnectionListener {
  /** Called when the phase or the state of the socket has changed. */
  onChange(): void;
  /** Called when the session has signed in again after it lost its socket. */
  onBack(): void;
  /** Called when an open session ends permanently. */
  onEnded(fault: BrokerFault): void;
  onAccounts(accounts: readonly BrokerAccount[]): void;
  onContract(contract: BrokerContract): void;
  /** Called for each tick of a subscribed symbol. */
  onTick(tick: FeedTick): void;
  onResumable(secret: string | null): void;
}
