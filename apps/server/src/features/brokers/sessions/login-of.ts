import type { BrokerCredentials } from '@vigia/broker-kit/port';
import type { BrokerConnection } from './connection.ts';

/** Returns the e-mail address of a login; null for a token. */
export const loginAddress = (credentials: BrokerCredentials): string | null =>
  credentials.kind === 'password' ? credentials.email : null;

/** Returns the data that identifies the login of a signed-in connection: its address and the broker's account ids. */
export const loginIdentityOf = ({
  broker,
  login,
  session,
}: Pick<BrokerConnection, 'broker' | 'login' | 'session'>) => ({
  broker: broker.id,
  name: loginAddress(login.credentials),
  accountIds: session.accounts().map(({ accountId }) => accountId),
});
