import { err, ok, type Result } from '@vigia/core/kernel';
import { SeededRng } from '@vigia/testkit';
import { ClockDriver } from '@vigia/testkit/conformance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { BrokerFault } from '#port/index.ts';
import { type Loopback, listenOnLoopback, type Upgrade } from '#simulator/index.ts';
import { type Link, type LinkOptions, type LinkState, type LinkTarget, openLink } from './link.ts';

const START_MS = Date.UTC(2026, 10, 24, 9);
const OK = ok(null);

/** A link and its server. Tests can change the behaviour of the server. */
class Bench {
  readonly drive = new ClockDriver(START_MS);
  readonly sockets: WebSocket[] = [];
  readonly heard: string[] = [];
  readonly received: string[] = [];
  readonly states: LinkState[] = [];
  readonly log: string[] = [];
  targets = 0;
  drops = 0;
  upgrade: () => Upgrade = () => ({ accept: (socket) => this.#accept(socket) });
  target: (url: string) => Result<LinkTarget, BrokerFault> = (url) => ok({ url });
  greet: LinkOptions['greet'] = async () => OK;
  onMessage = (data: string | Uint8Array): void => void this.received.push(String(data));
  door: Loopback | null = null;

  async open(changes: Partial<LinkOptions> = {}): Promise<Link> {
    this.door = await listenOnLoopback({ onRequest: () => null, onUpgrade: () => this.upgrade() });
    const url = this.door.wsOrigin;
    return openLink({
      target: async () => {
        this.targets += 1;
        return this.target(url);
      },
      greet: (wire) => this.greet(wire),
      refusal: (status, body) => ({ kind: 'auth_challenge', detail: `${status} ${body}` }),
      onMessage: (data) => this.onMessage(data),
      onState: (state) => void this.states.push(state),
      onDrop: () => {
        this.drops += 1;
      },
      heartbeat: null,
      silenceMs: 1_000_000,
      clock: this.drive.clock,
      rng: new SeededRng(7),
      log: (_level, text) => void this.log.push(text),
      ...changes,
    });
  }

  async started(changes: Partial<LinkOptions> = {}): Promise<Link> {
    const link = await this.open(changes);
    const started = await this.drive.settled('start', link.start());
    if (!started.ok) throw new Error(`not open: ${started.error.detail}`);
    return link;
  }

  statuses = () => this.states.map(({ status }) => status);

  #accept(socket: WebSocket): void {
    this.sockets.push(socket);
    socket.on('message', (data) => void this.heard.push(String(data)));
  }
}

let bench: Bench;
let links: Link[];

beforeEach(() => {
  bench = new Bench();
  links = [];
});

afterEach(async () => {
  for (const link of links) await bench.drive.settled('stop', link.stop());
  await bench.door?.stop();
});

const kept = async (link: Promise<Link>): Promise<Link> => {
  links.push(await link);
  return link;
};

describe('a link (a WebSocket that reconnects) at its start', () => {
  it('is open after the greeting, and delivers messages that arrive during it', async () => {
    bench.greet = async (wire) => {
      wire.send('hello');
      bench.sockets.at(0)?.send('welcome');
      return OK;
    };
    const link = await kept(bench.started());
    await bench.drive.quiet();
    expect(bench.statuses()).toEqual(['connecting', 'open']);
    expect(bench.heard).toEqual(['hello']);
    expect(bench.received).toEqual(['welcome']);
    expect(link.send('more')).toBe(true);
    await bench.drive.quiet();
    expect(bench.heard).toEqual(['hello', 'more']);
  });

  it('ends with any fault of its first attempt, and can be started again', async () => {
    const link = await kept(bench.open());
    await bench.door?.stop();
    expect(await bench.drive.settled('start', link.start())).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(link.state()).toMatchObject({ status: 'failed', fault: { detail: 'ECONNREFUSED' } });
    await bench.door?.restart();
    await bench.drive.advance(60_000);
    expect(bench.targets).toBe(1);
    expect(await bench.drive.settled('start', link.start())).toEqual(OK);
    expect(link.state()).toEqual({ status: 'open' });
  });

  it('reports a refused WebSocket upgrade with the status and the start of the response body', async () => {
    bench.upgrade = () => ({ refuse: { status: 403, body: 'Just a moment' } });
    const link = await kept(bench.open());
    const started = await bench.drive.settled('start', link.start());
    expect(started).toEqual(err({ kind: 'auth_challenge', detail: '403 Just a moment' }));
  });

  it.each([
    ['an address', { url: 'ws://127.0.0.1:9/#part' }],
    ['a header', { url: 'ws://127.0.0.1:9/', headers: { cookie: 'a=secreto…' } }],
  ])('reports a fault if %s cannot be used, at the start and on a reconnect', async (_what, target) => {
    const link = await kept(bench.open());
    bench.target = () => ok(target);
    const refused = await bench.drive.settled('start', link.start());
    expect(refused).toMatchObject({ ok: false, error: { kind: 'unknown' } });
    expect(JSON.stringify([refused, bench.log])).not.toContain('secreto');
    bench.target = (url) => ok({ url });
    expect(await bench.drive.settled('start', link.start())).toEqual(OK);
    bench.target = () => ok(target);
    bench.sockets.at(-1)?.terminate();
    await bench.drive.advance(5_000);
    expect(link.state()).toMatchObject({ status: 'connecting', fault: { kind: 'unknown' } });
  });

  it('times out if the server never answers the upgrade or the greeting', async () => {
    bench.greet = () => new Promise(() => undefined);
    const link = await kept(bench.open());
    const started = await bench.drive.settled('start', link.start());
    expect(started).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(bench.drive.clock.now() - START_MS).toBeLessThanOrEqual(30_000);
  });

  it('fails at once when the server closes the socket during the greeting', async () => {
    bench.greet = () => {
      bench.sockets.at(0)?.terminate();
      return new Promise(() => undefined);
    };
    const link = await kept(bench.open());
    const started = await bench.drive.settled('start', link.start(), 1_000);
    expect(started).toMatchObject({ ok: false, error: { kind: 'network' } });
  });
});

describe('a link', () => {
  it('requests the address and signs in again on every reconnect, after a random, bounded wait', async () => {
    let greetings = 0;
    bench.greet = async () => {
      greetings += 1;
      return OK;
    };
    const link = await kept(bench.started());
    for (let cut = 1; cut <= 5; cut++) {
      bench.door?.cut();
      await bench.drive.until('the drop', () => link.state().status === 'connecting');
      const cutMs = bench.drive.clock.now();
      await bench.drive.until('the link to be back', () => link.state().status === 'open');
      expect(bench.drive.clock.now() - cutMs).toBeLessThanOrEqual(250 * 2 ** cut + 100);
      expect([bench.targets, greetings, bench.drops]).toEqual([cut + 1, cut + 1, cut]);
    }
  });

  it('sends nothing unless it is open', async () => {
    const link = await kept(bench.open());
    expect(link.send('too early')).toBe(false);
    let sendWhileGreeting: boolean | null = null;
    bench.greet = async () => {
      sendWhileGreeting = link.send('an order while greeting');
      return OK;
    };
    await bench.drive.settled('start', link.start());
    expect(sendWhileGreeting).toBe(false);
    bench.door?.cut();
    await bench.drive.until('the drop', () => link.state().status === 'connecting');
    expect(link.send('too late')).toBe(false);
    await bench.drive.until('the link to be back', () => link.state().status === 'open');
    expect(bench.heard).toEqual([]);
  });

  it('closes a connection without incoming frames, and keeps a connection on which any frame arrives', async () => {
    const link = await kept(bench.started({ silenceMs: 8_000 }));
    for (let second = 0; second < 30; second++) {
      bench.sockets.at(-1)?.ping();
      await bench.drive.advance(1_000);
    }
    expect(bench.drops).toBe(0);
    await bench.drive.advance(10_100);
    expect(bench.drops).toBe(1);
    await bench.drive.until('the link to be back', () => link.state().status === 'open');
  });

  it('sends heartbeats only while open', async () => {
    let beats = 0;
    const beat: NonNullable<LinkOptions['heartbeat']>['beat'] = (wire) => {
      beats += 1;
      wire.send('beat');
    };
    const link = await kept(bench.started({ heartbeat: { everyMs: 5_000, beat } }));
    await bench.drive.advance(16_000);
    expect(bench.heard).toEqual(['beat', 'beat', 'beat']);
    await bench.drive.settled('stop', link.stop());
    await bench.drive.advance(20_000);
    expect(beats).toBe(3);
  });

  it('ends without a retry on faults that only the user can fix, and retries after any other fault', async () => {
    const link = await kept(bench.started());
    bench.target = () => err({ kind: 'rate_limited', detail: '', retryAfterMs: 40_000 });
    bench.door?.cut();
    await bench.drive.advance(100_000);
    expect(link.state()).toMatchObject({ status: 'connecting', fault: { kind: 'rate_limited' } });
    expect(bench.targets).toBeLessThanOrEqual(5);
    bench.target = () => err({ kind: 'auth_invalid', detail: 'password changed' });
    await bench.drive.until('the end', () => link.state().status === 'failed', 90_000);
    const { targets } = bench;
    await bench.drive.advance(120_000);
    expect(bench.targets).toBe(targets);
  });

  it('keeps reconnecting if a message handler or the address lookup throws, and logs no error text', async () => {
    bench.onMessage = () => {
      throw new Error('the secret');
    };
    const link = await kept(bench.started());
    bench.sockets.at(-1)?.send('anything');
    await bench.drive.until('the drop', () => bench.drops === 1);
    bench.target = () => {
      throw new Error('the secret');
    };
    await bench.drive.advance(20_000);
    expect(link.state()).toMatchObject({ status: 'connecting', fault: { kind: 'unknown', detail: 'Error' } });
    expect(bench.log.join()).not.toContain('secret');
  });

  it('disconnects if a frame is larger than allowed, and does not deliver this frame', async () => {
    await kept(bench.started({ maxFrameBytes: 1_000 }));
    bench.sockets.at(-1)?.send('x'.repeat(1_001));
    await bench.drive.until('the drop', () => bench.drops === 1);
    expect(bench.received).toEqual([]);
  });

  it('neither reports a state nor reconnects after it is stopped', async () => {
    const link = await kept(bench.started());
    bench.door?.cut();
    await bench.drive.until('the drop', () => link.state().status === 'connecting');
    await bench.drive.settled('stop', link.stop());
    expect(link.state()).toEqual({ status: 'closed' });
    const published = bench.states.length;
    await bench.drive.advance(60_000);
    expect([bench.states.length, bench.targets]).toEqual([published, 1]);
  });

  it('stays closed if it is stopped while it connects', async () => {
    const link = await kept(bench.open());
    const starting = link.start();
    const stopping = link.stop();
    expect(await bench.drive.settled('start', starting)).toMatchObject({ ok: false });
    await bench.drive.settled('stop', stopping);
    expect(link.state()).toEqual({ status: 'closed' });
  });

  it('never reports `open` if it is stopped during the greeting', async () => {
    const greeting: (() => void)[] = [];
    bench.greet = () => new Promise((resolve) => greeting.push(() => resolve(OK)));
    const link = await kept(bench.open());
    const starting = link.start();
    await bench.drive.until('the greeting', () => greeting.length === 1);
    const stopping = link.stop();
    greeting[0]?.();
    expect(await bench.drive.settled('start', starting)).toMatchObject({ ok: false });
    await bench.drive.settled('stop', stopping);
    expect(bench.statuses()).toEqual(['connecting', 'closed']);
  });

  it('delivers no message that arrives after it is stopped', async () => {
    const link = await kept(bench.started());
    bench.sockets.at(-1)?.send('too late');
    await bench.drive.settled('stop', link.stop());
    await bench.drive.quiet();
    expect(bench.received).toEqual([]);
  });
});

describe('a link whose peer closes with a code', () => {
  const closing: LinkOptions['closing'] = ({ code, reason }) =>
    code === 1008 ? { kind: 'auth_invalid', detail: reason } : null;

  it('fails and does not reconnect, if the code means that the user must act', async () => {
    const link = await kept(bench.started({ closing }));
    bench.sockets[0]?.close(1008, 'invalid_token');
    await bench.drive.until('the end', () => link.state().status === 'failed', 1_000);
    expect(link.state()).toEqual({ status: 'failed', fault: { kind: 'auth_invalid', detail: 'invalid_token' } });
    await bench.drive.advance(60_000);
    expect(bench.targets).toBe(1);
    expect(bench.drops).toBe(1);
  });

  it('fails to start, if the code comes during the greeting', async () => {
    const link = await kept(bench.open({ closing, greet: () => new Promise(() => undefined) }));
    bench.upgrade = () => ({ accept: (socket) => socket.close(1008, 'invalid_token') });
    const started = await bench.drive.settled('start', link.start());
    expect(started).toEqual(err({ kind: 'auth_invalid', detail: 'invalid_token' }));
  });

  it('reconnects if the code does not mean that the user must act', async () => {
    const link = await kept(bench.started({ closing }));
    bench.sockets[0]?.close(1001, 'going away');
    await bench.drive.until('the reconnect', () => bench.targets === 2 && link.state().status === 'open');
    expect(bench.statuses()).toEqual(['connecting', 'open', 'connecting', 'open']);
  });
});
