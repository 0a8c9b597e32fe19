import type { BrokerStatusView, BrokersResponse } from '@vigia/contract';

/**
 * Returns the list of brokers with the new state of one connection. If this broker is now active, no other broker is.
 */
export function takeStatus(known: BrokersResponse, status: BrokerStatusView): BrokersResponse {
  if (status.broker === null) return known;
  const wasActive = known.active_broker === status.broker;
  return {
    ...known,
    active_broker: status.is_active ? status.broker : wasActive ? null : known.active_broker,
    brokers: known.brokers.map((each) => {
      if (each.id === status.broker) return { ...each, status: plainStatus(status) };
      return status.is_active ? { ...each, status: { ...each.status, is_active: false } } : each;
    }),
  };
}

/** Returns only the fields of a response that describe the state of the connection. */
const plainStatus = (status: BrokerStatusView): BrokerStatusView => ({
  broker: status.broker,
  connection_status: status.connection_status,
  is_active: status.is_active,
  current_account_type: status.current_account_type,
  account_info: status.account_info,
  connection_info: status.connection_info,
  last_error_message: status.last_error_message,
  saved_logins: status.saved_logins,
  has_valid_credentials: status.has_valid_credentials,
});
