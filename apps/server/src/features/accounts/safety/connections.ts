import type { BrokerId } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';

/** The methods of broker connections that accounts need. */
export interface Connections {
  /** Returns true if the user has a connection to this broker that has worked. */
  hasVerified(userId: string, broker: BrokerId): Promise<boolean>;
  /** Sets every connection of the user back to its demo account. Real money then requires the phrase again. */
  leaveRealMoney(tx: Transaction, userId: string): Promise<void>;
}

/** Stands for no broker connections, in tools and in tests of other features. */
export const NO_CONNECTIONS: Connections = { hasVerified: async () => false, leaveRealMoney: async () => undefined };
