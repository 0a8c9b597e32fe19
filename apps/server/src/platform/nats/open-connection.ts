import { connect, type NatsConnection } from '@nats-io/transport-node';
import { readNatsAddress } from './nats-address.ts';

/** Interval of the pings. The connection to a suspended server is closed after three missing responses. */
const PING_EVERY_MS = 1_000;
const CONNECT_WITHIN_MS = 2_000;

/**
 * Opens a connection that ends at the first fault and does not receive its own messages.
 * @throws Error if the server is unavailable or refuses the credentials
 */
export async function openConnection(url: string, name: string): Promise<NatsConnection> {
  const nats = await connect({
    ...readNatsAddress(url),
    name,
    noEcho: true,
    reconnect: false,
    timeout: CONNECT_WITHIN_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: 2,
    noAsyncTraces: true,
  });
  void endWhenStale(nats);
  return nats;
}

/**
 * Ends a stale connection immediately. The client itself would first wait until the suspended server accepts pending
 * data.
 */
async function endWhenStale(nats: NatsConnection): Promise<void> {
  for await (const { type } of nats.status()) {
    if (type === 'staleConnection') void nats.close();
  }
}
