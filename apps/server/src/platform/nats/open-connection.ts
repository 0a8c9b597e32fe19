import { connect, type NatsConnection } from '@nats-io/transport-node';
import { readNatsAddress } from './nats-address.ts';

/** A suspended server is given up after three pings. */
const PING_EVERY_MS = 1_000;
const CONNECT_WITHIN_MS = 2_000;

/**
 * Opens a connection that ends at the first fault and does not echo its own messages.
 * @throws if the server is away or refuses the credentials
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

/** The client itself would first wait for a suspended server to accept pending data. */
async function endWhenStale(nats: NatsConnection): Promise<void> {
  for await (const { type } of nats.status()) {
    if (type === 'staleConnection') void nats.close();
  }
}
