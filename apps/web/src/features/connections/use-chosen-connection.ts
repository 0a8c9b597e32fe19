import type { BrokerConnectionStatus } from '@vigia/contract';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { useConnections } from './use-connections.ts';

/** The broker of the chosen account, with the state of its connection. */
export type ChosenConnection = { readonly name: string; readonly status: BrokerConnectionStatus };

/**
 * Returns the broker connection through which orders on the chosen account go. Returns null for the paper account, or
 * while it is unknown.
 */
export function useChosenConnection(enabled: boolean): ChosenConnection | null {
  const { data } = useConnections({ enabled });
  const chosen = useChosenAccount().data?.broker;
  const broker = data?.brokers.find(({ id }) => id === chosen);
  return broker ? { name: broker.display_name, status: broker.status.connection_status } : null;
}
