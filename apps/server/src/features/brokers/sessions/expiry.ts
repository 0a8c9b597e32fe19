import type { EpochMs } from '@vigia/core/kernel';
import type { BrokerConnection } from './connection.ts';

/** Returns when the credentials of a connection expire; null if they do not state it. */
export const expiryOf = ({ broker, login }: Pick<BrokerConnection, 'broker' | 'login'>): EpochMs | null =>
  broker.expiryOf?.(login.credentials) ?? null;
