import { setTimeout as sleep } from 'node:timers/promises';
import { DIALECTS, type Dialect, type ServerName } from './dialects.ts';
import { PriceTally } from './tally.ts';
import { WireClient } from './wire-client.ts';

export type ClientCommand =
  | {
      readonly do: 'connect';
      readonly server: ServerName;
      readonly port: number;
      readonly tokens: readonly string[];
      readonly sockets: number;
    }
  | { readonly do: 'begin' }
  | { readonly do: 'end' }
  /** A command that makes some clients stop reading for a while. */
  | { readonly do: 'stall'; readonly sockets: number; readonly forMs: number };

export type ClientFigures = {
  readonly frames: number;
  readonly ticks: number;
  readonly bytes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The smallest and the largest number of messages that one socket received. */
  readonly framesASocket: readonly [number, number];
  readonly closed: number;
  readonly cpuMs: number;
};

/** The results of the clients that stopped reading for a while. */
export type StallFigures = {
  /** The largest number of bytes of outdated prices that a client received after it resumed reading. */
  readonly mostStaleBytes: number;
  /**
   * The longest time in milliseconds from the moment a client resumed reading until it received a newer price; null if
   * no client received one.
   */
  readonly longestMs: number | null;
};

/** Number of concurrent handshakes. With more of them, each handshake would wait longer for the server. */
const CONNECTING_AT_ONCE = 100;
export const MAX_SOCKETS_PER_USER = 20;
/** Time limit in milliseconds for a new price after a client resumes reading. */
const FRESH_WITHIN_MS = 10_000;

type Member = { readonly client: WireClient; frames: number; staleBytes: number; freshAtMs: number | null };

/** Many client sockets, and the statistics of the messages that they receive. */
export class LoadClients {
  readonly #members: Member[] = [];
  #tally = new PriceTally(() => null);
  #ready = 0;
  #closed = 0;
  #resumedAtMs = 0;
  #cpu = process.cpuUsage();

  async run(order: ClientCommand): Promise<ClientFigures | StallFigures | null> {
    switch (order.do) {
      case 'connect':
        await this.#connectAll(order);
        return null;
      case 'begin':
        this.#tally.clear();
        for (const member of this.#members) member.frames = 0;
        this.#cpu = process.cpuUsage();
        return null;
      case 'end':
        return this.#figures();
      case 'stall':
        return this.#stall(order.sockets, order.forMs);
      default:
        return order satisfies never;
    }
  }

  async #connectAll({ server, port, tokens, sockets }: Extract<ClientCommand, { do: 'connect' }>): Promise<void> {
    const dialect = DIALECTS[server];
    this.#tally = new PriceTally(dialect.ticksOf);
    for (let n = 0; n < sockets; n += 1) {
      const person = Math.floor(n / MAX_SOCKETS_PER_USER);
      this.#connect(port, dialect, person, tokens[person] ?? '');
      while (this.#closed === 0 && n + 1 - this.#ready >= CONNECTING_AT_ONCE) await sleep(1);
    }
    while (this.#closed === 0 && this.#ready < sockets) await sleep(1);
    if (this.#closed > 0) throw new Error(`of ${this.#members.length} sockets, ${this.#closed} were closed`);
  }

  #connect(port: number, dialect: Dialect, person: number, token: string): void {
    const client: WireClient = new WireClient({
      port,
      path: dialect.path,
      localAddress: `127.0.${1 + Math.floor(person / 250)}.${1 + (person % 250)}`,
      opened() {
        const greeting = dialect.greeting(token);
        if (greeting !== null) client.say(greeting);
      },
      heard: (payload) => this.#hear(member, dialect, payload),
      closed: () => {
        this.#closed += 1;
      },
    });
    const member: Member = { client, frames: 0, staleBytes: 0, freshAtMs: null };
    this.#members.push(member);
  }

  #hear(member: Member, dialect: Dialect, payload: Buffer): void {
    const nowMs = Date.now();
    const timesMs = this.#tally.take(payload, nowMs);
    if (timesMs.length === 0) return this.#answer(member, dialect, payload.toString());
    member.frames += 1;
    if (member.freshAtMs !== null) return;
    if (Math.max(...timesMs) >= this.#resumedAtMs) member.freshAtMs = nowMs;
    else member.staleBytes += payload.length;
  }

  #answer({ client }: Member, dialect: Dialect, text: string): void {
    const answer = dialect.answer(text);
    if (answer === null) return;
    client.say(answer.text);
    if (answer.isReady) this.#ready += 1;
  }

  #figures(): ClientFigures {
    const { user, system } = process.cpuUsage(this.#cpu);
    const counts = this.#members.map(({ frames }) => frames);
    const { frames, ticks, bytes } = this.#tally;
    return {
      frames,
      ticks,
      bytes,
      closed: this.#closed,
      p50Ms: this.#tally.ageMs(0.5),
      p99Ms: this.#tally.ageMs(0.99),
      maxMs: this.#tally.ageMs(1),
      framesASocket: [Math.min(...counts), Math.max(...counts)],
      cpuMs: (user + system) / 1_000,
    };
  }

  async #stall(sockets: number, forMs: number): Promise<StallFigures> {
    const stalled = this.#members.slice(0, sockets);
    for (const { client } of stalled) client.pause();
    await sleep(forMs);
    this.#resumedAtMs = Date.now();
    for (const member of stalled) {
      member.staleBytes = 0;
      member.freshAtMs = null;
      member.client.resume();
    }
    while (stalled.some(({ freshAtMs }) => freshAtMs === null) && Date.now() < this.#resumedAtMs + FRESH_WITHIN_MS) {
      await sleep(10);
    }
    const waits = stalled.map(({ freshAtMs }) => freshAtMs);
    return {
      mostStaleBytes: Math.max(...stalled.map(({ staleBytes }) => staleBytes)),
      longestMs: waits.includes(null) ? null : Math.max(...waits.map((atMs) => (atMs ?? 0) - this.#resumedAtMs)),
    };
  }
}
