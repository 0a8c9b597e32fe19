import type { BrokerId } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';

/** Users' broker connections as accounts need them. */
export interface Connections {
  /** True if the person has a connection to this broker that was tried and works. */
  hasVerified(userId: string, broker: BrokerId): Promise<boolean>;
  /** Every connection of the person goes back to its demo account: to real money only a new phrase leads. */
  leaveRealMoney(tx: Transaction, userId: string): Promise<void>;
}

/** Where no broker is connected to: tools, and tests of other things. */
export const NO_CONNECTIONS: Connections = { hasVerified: async () => false, leaveRealMoney: async () => undefined };
