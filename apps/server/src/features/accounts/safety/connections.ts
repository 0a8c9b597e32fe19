import type { BrokerId } from '@vigia/core/vocabulary';

/** The methods of broker connections that accounts need. */
export interface Connections {
  /** Returns true if the user has a connection to this broker, or with null to any, that has worked. */
  hasVerified(userId: string, broker: BrokerId | null): Promise<boolean>;
}

/** Stands for no broker connections, in tools and in tests of other features. */
export const NO_CONNECTIONS: Connections = { hasVerified: async () => false };
