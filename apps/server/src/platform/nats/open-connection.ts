import { connect, type NatsConnection } from '@nats-io/transport-node';
import { readNatsAddress } from './nats-address.ts';

/** A server that stands still is given up after three of these. */
const PING_EVERY_MS = 1_000;
const CONNECT_WITHIN_MS = 2_000;

/**
 * A connection that ends with the first trouble, and never echoes what it sent.
 * @throws where the server is not there, or lets nobody of that name in
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

/** The client itself would first wait for a server that stands still to take what waits for it. */
async function endWhenStale(nats: NatsConnection): Promise<void> {
  for await (const { type } of nats.status()) {
    if (type === 'staleConnection') void nats.close();
  }
}
