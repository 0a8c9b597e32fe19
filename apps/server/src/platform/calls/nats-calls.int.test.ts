import { randomBytes } from 'node:crypto';
import { err, ok } from '@vigia/core/kernel';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import type { NatsLink } from '../nats/nats-link.ts';
import { describeWithNats } from '../nats/testing-describe.ts';
import { openTestLink, waitUntilLinkIsSettled } from '../nats/testing-link.ts';
import { startTestNats, type TestNats } from '../nats/testing-nats.ts';
import { call } from './calls.ts';
import { NatsCalls } from './nats-calls.ts';
import { type CallsViews, describeCalls } from './testing-contract.ts';

const ECHO = call<string, string>('test.echo');
const COUNT = call<null, bigint>('test.count');
const WITHIN = { timeout: 30_000 };

describeWithNats('calls between processes', () => {
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

  const callsOf = async (space: string): Promise<NatsCalls> => {
    const link = await openTestLink(nats.url);
    links.push(link);
    return new NatsCalls({ link, space, log: createLogger('silent') });
  };
  const open = async (): Promise<CallsViews> => {
    const space = `space-${spaces++}`;
    return {
      here: await callsOf(space),
      there: await callsOf(space),
      settled: async () => {
        for (const link of links) await waitUntilLinkIsSettled(link);
      },
    };
  };

  describeCalls(open);

  it('return after their timeout if no response arrives', async () => {
    const { here, there, settled } = await open();
    there.serve(ECHO, 'key', () => new Promise(() => undefined));
    await settled();
    expect(await here.ask(ECHO, 'key', 'x', 50)).toEqual(err('too_late'));
  });

  it('are not answered by another installation', async () => {
    const other = await callsOf('other');
    other.serve(ECHO, 'key', (text) => text);
    await Promise.all(links.map(waitUntilLinkIsSettled));
    expect(await (await callsOf('one')).ask(ECHO, 'key', 'x')).toEqual(err('not_served'));
  });

  it('transfer long requests and responses', async () => {
    const { here, there, settled } = await open();
    there.serve(ECHO, 'key', (text) => text.toUpperCase());
    await settled();
    expect(await here.ask(ECHO, 'key', 'ñx'.repeat(2_000_000))).toEqual(ok('ÑX'.repeat(2_000_000)));
  });

  it('fail if the response is not plain data, or is too large for a message', async () => {
    const { here, there, settled } = await open();
    const noise = randomBytes(2_000_000).toString('base64');
    there.serve(COUNT, 'key', () => 1n);
    there.serve(ECHO, 'key', () => noise);
    await settled();
    expect(await here.ask(COUNT, 'key', null)).toEqual(err('failed'));
    expect(await here.ask(ECHO, 'key', 'x')).toEqual(err('failed'));
    expect(await here.ask(ECHO, 'key', noise)).toEqual(err('failed'));
  });

  it('return `not_served` while NATS is unavailable, and a response when it is available again', async () => {
    const { here, there } = await open();
    there.serve(ECHO, 'key', (text) => text);
    await nats.kill();
    await expect.poll(() => links.some((link) => link.isConnected), WITHIN).toBe(false);
    expect(await here.ask(ECHO, 'key', 'x')).toEqual(err('not_served'));
    expect(await there.ask(ECHO, 'key', 'x')).toEqual(ok('x'));
    await nats.startAgain();
    await expect.poll(() => here.ask(ECHO, 'key', 'x'), WITHIN).toEqual(ok('x'));
  });

  it('return `too_late` if NATS becomes unavailable before the response', async () => {
    const { here, there, settled } = await open();
    let asked = 0;
    there.serve(ECHO, 'key', () => {
      asked += 1;
      return new Promise(() => undefined);
    });
    await settled();
    const answer = here.ask(ECHO, 'key', 'x', 60_000);
    await expect.poll(() => asked, WITHIN).toBe(1);
    await nats.kill();
    expect(await answer).toEqual(err('too_late'));
    await nats.startAgain();
  });
});
