import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../clock/system-clock.ts';
import { createLogger } from '../logging/logger.ts';
import type { NatsLink } from '../nats/nats-link.ts';
import { describeWithNats } from '../nats/testing-describe.ts';
import { openTestLink, waitUntilLinkIsSettled } from '../nats/testing-link.ts';
import { startTestNats, type TestNats } from '../nats/testing-nats.ts';
import { topicForAll, topicForUser } from './bus.ts';
import { NatsBus } from './nats-bus.ts';
import { type BusViews, describeBus } from './testing-contract.ts';

const NUMBERS = topicForAll<number>('test.numbers');
const NEWS = topicForUser<{ readonly userId: string | null; readonly text: string }>('test.news');
const WITHIN = { timeout: 30_000 };

describeWithNats('the bus between processes', () => {
  let nats: TestNats;
  const links: NatsLink[] = [];
  let spaces = 0;

  beforeAll(async () => {
    nats = await startTestNats();
  });
  afterEach(async () => {
    await Promise.all(links.splice(0).map((link) => link.close()));
  });
  afterAll(() => nats.stop());

  const busOf = async (space: string): Promise<NatsBus> => {
    const link = await openTestLink(nats.url);
    links.push(link);
    return new NatsBus({ link, space, clock: systemClock, log: createLogger('silent') });
  };
  /** Sends messages in each direction. When they have arrived, all earlier messages have arrived too. */
  const settled = async (): Promise<void> => {
    for (const link of [...links, ...links]) await waitUntilLinkIsSettled(link);
  };
  const open = async (): Promise<BusViews> => {
    const space = `space-${spaces++}`;
    return { here: await busOf(space), there: await busOf(space), settled };
  };

  describeBus(open);

  it('sends no message about a user to a process without a subscription to this user', async () => {
    const { here, there } = await open();
    const seen: string[] = [];
    there.subscribe(NEWS, ({ text }) => void seen.push(text));
    there.receiveUser('ana');
    there.receiveUser('eva')();
    await settled();
    here.publish(NEWS, { userId: 'eva', text: 'of eva' });
    here.publish(NEWS, { userId: 'ana', text: 'of ana' });
    await expect.poll(() => seen, WITHIN).toEqual(['of ana']);
  });

  it('receives no messages from another installation', async () => {
    const one = await busOf('one');
    const other = await busOf('other');
    const seen: number[] = [];
    other.subscribe(NUMBERS, (n) => void seen.push(n));
    other.receiveAllUsers();
    await settled();
    one.publish(NUMBERS, 1);
    await settled();
    expect(seen).toEqual([]);
  });

  it('notifies every process of possibly lost messages when NATS is available again, and delivers messages again', async () => {
    const { here, there } = await open();
    const seen: number[] = [];
    let reloads = 0;
    there.subscribe(NUMBERS, (n) => void seen.push(n));
    there.onReconnected(() => {
      reloads += 1;
    });
    await nats.kill();
    await expect.poll(() => links.some((link) => link.isConnected), WITHIN).toBe(false);
    for (let n = 0; n < 1_000; n++) here.publish(NUMBERS, -1);
    await nats.startAgain();
    await expect.poll(() => links.every((link) => link.isConnected), WITHIN).toBe(true);
    await expect.poll(() => reloads, WITHIN).toBeGreaterThan(0);
    await settled();
    here.publish(NUMBERS, 1);
    await expect.poll(() => seen, WITHIN).toEqual([1]);
  });

  it('notifies the other processes of possibly lost messages when only its own process was disconnected', async () => {
    const { here, there } = await open();
    let reloads = 0;
    there.onReconnected(() => {
      reloads += 1;
    });
    await links[0]?.connection?.close();
    await expect.poll(() => links[0]?.reconnections, WITHIN).toBe(1);
    await expect.poll(() => reloads, WITHIN).toBe(1);
    here.publish(NUMBERS, 1);
    expect(links[1]?.reconnections).toBe(0);
  });
});
