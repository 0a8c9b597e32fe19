import type { BrokerId } from '@vigia/core/vocabulary';

/** What accounts ask of people's connections to brokers. */
export interface Connections {
  /** True if the person has a connection to this broker that was tried and works. */
  hasVerified(userId: string, broker: BrokerId): Promise<boolean>;
}

/** Where no broker is connected to: tools, and tests of other things. */
export const NO_CONNECTIONS: Connections = { hasVerified: async () => false };
