import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../clock/system-clock.ts';
import { createLogger } from '../logging/logger.ts';
import { NatsLink } from './nats-link.ts';
import { describeWithNats } from './testing-describe.ts';
import { openTestLink, waitUntilLinkIsSettled } from './testing-link.ts';
import { startTestNats, type TestNats } from './testing-nats.ts';

const WITHIN = { timeout: 40_000 };

describeWithNats('the link to NATS', () => {
  const links: NatsLink[] = [];
  const servers: TestNats[] = [];

  afterEach(async () => {
    await Promise.all(links.splice(0).map((link) => link.close()));
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  const start = async (flags: readonly string[] = []): Promise<TestNats> => {
    const nats = await startTestNats(flags);
    servers.push(nats);
    return nats;
  };
  const linkTo = (url: string, log = createLogger('silent')): NatsLink => {
    const link = new NatsLink({ url, name: 'test', clock: systemClock, log });
    links.push(link);
    return link;
  };
  /** Returns a list that records the messages that another link receives on a subject. */
  const heardAt = async ({ url }: TestNats, subject: string): Promise<string[]> => {
    const heard: string[] = [];
    const other = await openTestLink(url);
    links.push(other);
    other.subscribe(subject, (message) => void heard.push(message.string()));
    await waitUntilLinkIsSettled(other);
    return heard;
  };

  it('waits until NATS starts, and then receives messages for earlier subscriptions', async () => {
    const nats = await start();
    await nats.kill();
    const link = linkTo(nats.url);
    const heard: string[] = [];
    let connections = 0;
    link.subscribe('subject', (message) => void heard.push(message.string()));
    link.onConnected(() => {
      connections += 1;
    });
    expect(link.send('subject', 'lost')).toBe(false);
    await nats.startAgain();
    await expect.poll(() => connections, WITHIN).toBe(1);
    const other = await openTestLink(nats.url);
    links.push(other);
    other.send('subject', 'heard');
    await expect.poll(() => heard, WITHIN).toEqual(['heard']);
    expect(link.reconnections).toBe(0);
  });

  it('connects only with the correct credentials in the URL, and logs a refusal once', async () => {
    const nats = await start(['--user', 'vigía', '--pass', 'p@ss/word']);
    const right = new URL(nats.url);
    right.username = encodeURIComponent('vigía');
    right.password = encodeURIComponent('p@ss/word');
    const link = linkTo(right.href);
    await expect.poll(() => link.isConnected, WITHIN).toBe(true);
    let text = '';
    const stranger = linkTo(nats.url, createLogger('info', { write: (line) => void (text += line) }));
    await expect.poll(() => text, WITHIN).toContain('Authorization Violation');
    expect(stranger.isConnected).toBe(false);
    expect(text.match(/NATS is away/g)).toHaveLength(1);
  });

  it('requires TLS if the URL of NATS requires it', async () => {
    const nats = await start();
    let text = '';
    const link = linkTo(
      nats.url.replace('nats:', 'tls:'),
      createLogger('info', { write: (line) => void (text += line) }),
    );
    await expect.poll(() => text, WITHIN).toContain('NATS is away');
    expect(link.isConnected).toBe(false);
  });

  it('disconnects from a suspended NATS, buffers few messages, and reconnects when NATS resumes', async () => {
    const nats = await start();
    const link = linkTo(nats.url);
    await expect.poll(() => link.isConnected, WITHIN).toBe(true);
    nats.pause();
    const message = 'x'.repeat(100_000);
    let sent = 0;
    while (sent < 1_000 && link.send('subject', message)) sent += 1;
    expect(sent).toBeLessThan(100);
    await expect.poll(() => link.isConnected, WITHIN).toBe(false);
    nats.resume();
    await expect.poll(() => link.reconnections, WITHIN).toBe(1);
    const heard = await heardAt(nats, 'subject');
    expect(link.send('subject', 'again')).toBe(true);
    await expect.poll(() => heard, WITHIN).toEqual(['again']);
  });

  it('sends pending messages before it closes', async () => {
    const nats = await start();
    const heard = await heardAt(nats, 'subject');
    const link = await openTestLink(nats.url);
    for (let n = 0; n < 1_000; n++) link.send('subject', String(n));
    await link.close();
    await expect.poll(() => heard.length, WITHIN).toBe(1_000);
    expect(link.send('subject', 'late')).toBe(false);
  });

  it('can be closed before the first connection, and while NATS is unavailable or suspended', async () => {
    const nats = await start();
    const early = new NatsLink({ url: nats.url, name: 'test', clock: systemClock, log: createLogger('silent') });
    await early.close();
    expect(early.isConnected).toBe(false);
    const link = await openTestLink(nats.url);
    nats.pause();
    await link.close();
    nats.resume();
    await nats.kill();
    await new NatsLink({ url: nats.url, name: 'test', clock: systemClock, log: createLogger('silent') }).close();
    expect(link.isConnected).toBe(false);
  });

  it('continues after a message that cannot be parsed or sent', async () => {
    const nats = await start();
    const heard: string[] = [];
    const link = linkTo(nats.url);
    link.subscribe('subject', (message) => {
      heard.push(message.string());
      throw new Error('broken handler');
    });
    await expect.poll(() => link.isConnected, WITHIN).toBe(true);
    await waitUntilLinkIsSettled(link);
    const other = await openTestLink(nats.url);
    links.push(other);
    expect(other.send('subject', 'x'.repeat(2 ** 20 + 1))).toBe(false);
    other.send('subject', '1');
    other.send('subject', '2');
    await expect.poll(() => heard, WITHIN).toEqual(['1', '2']);
  });
});
