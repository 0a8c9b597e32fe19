import { expect } from 'vitest';
import { systemClock } from '../clock/system-clock.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { NatsLink } from './nats-link.ts';

/** Opens a link and waits until it is connected. */
export async function openTestLink(
  url: string,
  { name = 'test', log = createLogger('silent') }: { readonly name?: string; readonly log?: Logger } = {},
): Promise<NatsLink> {
  const link = new NatsLink({ url, name, clock: systemClock, log });
  await expect.poll(() => link.isConnected, { timeout: 20_000 }).toBe(true);
  await waitUntilLinkIsSettled(link);
  return link;
}

/** Resolves when the server knows all subscriptions of this link and this link has received all earlier messages. */
export async function waitUntilLinkIsSettled(link: NatsLink): Promise<void> {
  await link.connection?.flush();
}
