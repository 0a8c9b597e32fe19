import type { BrokerId } from '@vigia/core/vocabulary';

/** The methods of broker connections that accounts need. */
export interface Connections {
  /** Returns true if the user has a connection that has signed in at this broker; null stands for any broker. */
  hasVerified(userId: string, broker: BrokerId | null): Promise<boolean>;
}

/** An implementation without any broker connection, for tools and for tests of other features. */
export const NO_CONNECTIONS: Connections = { hasVerified: async () => false };
