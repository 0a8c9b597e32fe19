import type { EpochMs } from '@vigia/core/kernel';
import type { Connection } from './connection.ts';

/** Time at which the credentials of a connection stop working, as they state it; null if they do not. */
export const expiryOf = ({ broker, login }: Pick<Connection, 'broker' | 'login'>): EpochMs | null =>
  broker.expiryOf?.(login.credentials) ?? null;
