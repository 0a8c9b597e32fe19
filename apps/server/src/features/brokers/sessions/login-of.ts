import type { BrokerCredentials } from '@vigia/broker-kit/port';
import type { Connection } from './connection.ts';

/** Returns the address that a login is made with; null for a token. */
export const loginName = (credentials: BrokerCredentials): string | null =>
  credentials.kind === 'password' ? credentials.email : null;

/** Returns what recognises the login of a connection that has signed in: its address and the broker's account ids. */
export const loginOf = ({ broker, login, session }: Pick<Connection, 'broker' | 'login' | 'session'>) => ({
  broker: broker.id,
  name: loginName(login.credentials),
  accountIds: session.accounts().map(({ accountId }) => accountId),
});
