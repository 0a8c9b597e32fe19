import { setTimeout as sleep } from 'node:timers/promises';
import { CandleView, Option, STREAM_CLOSE, type StreamRequest } from '@vigia/contract';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type Person, read } from '../harness/people.ts';

/**
 * The first reconnect delay of the web app in milliseconds. The delay doubles after each failed attempt, and half of it
 * is random. After a failed HTTP read the browser waits equally long.
 */
const WAIT_FIRST_MS = 500;
const WAIT_MOST_MS = 15_000;
/** The longest reconnect delay in milliseconds after the server has closed the socket. */
const COME_BACK_WITHIN_MS = 3_000;
const PING_EVERY_MS = 2_000;
/**
 * Time in milliseconds without a message after which the simulated browser connects to another API process. The real
 * web app waits 20 s.
 */
const DEAD_AFTER_MS = 6_000;
const TIMEFRAME = '1m';
/** Number of watched symbols for which the client also subscribes to candles. */
const CHARTS = 2;
const MINUTES_READ = 30;
const TRADES_READ = 200;

/**
 * The first characters of a `ticks` message. A socket gets ten such messages per second, so the client recognises them
 * without parsing.
 */
const TICKS = '{"type":"ticks"';
const Received = z.discriminatedUnion('type', [
  z.object({ type: z.literal('candle'), symbol: z.string(), candle: CandleView }),
  z.object({ type: z.literal('trade'), trade: Option }),
]);
/** The part of a message that names its account. The id of the account identifies the user who owns the data. */
const Owned = z.object({ account: z.object({ id: z.string() }) });
const Signalled = z.object({ signal: z.object({ id: z.string(), strategy_id: z.string(), entry_time: z.string() }) });

/**
 * A simulated browser that subscribes to prices and candles. After a disconnection it connects to another API process
 * and fetches the data that it missed.
 */
export class LiveSocket {
  readonly person: Person;
  readonly symbols: readonly string[];
  /** The closed 1-minute candles that the browser has received so far, by symbol and time. */
  readonly minutes = new Map<string, Map<number, CandleView>>();
  /** The latest known state of each trade, by id. */
  readonly trades = new Map<string, Option>();
  readonly accounts = new Set<string>();
  /** The received signals by id, each with its strategy and time. */
  readonly signals = new Map<string, string>();
  heardTicksMs = 0;
  returns = 0;
  longestAwayMs = 0;
  readonly #apiUrls: readonly string[];
  #apiUrl: number;
  #socket: WebSocket | null = null;
  #heardMs = 0;
  #isClosed = false;
  #awaySinceMs: number | null = null;
  /** The number of failed connection attempts since the last successful one. */
  #tries = 0;
  /** Resolves when the browser has fetched the data that it missed. */
  #reading = Promise.resolve();
  readonly #watch: NodeJS.Timeout;

  constructor(apiUrls: readonly string[], apiUrl: number, person: Person, symbols: readonly string[]) {
    this.#apiUrls = apiUrls;
    this.#apiUrl = apiUrl;
    this.person = person;
    this.symbols = symbols;
    this.#watch = setInterval(() => this.#lookAfter(), PING_EVERY_MS);
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.#socket?.terminate();
  }

  #connect(): void {
    const url = this.#url;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/stream`, { origin: url });
    this.#socket = socket;
    this.#heardMs = performance.now();
    socket.on('open', () => this.#say({ type: 'auth', access_token: this.person.token }));
    socket.on('message', (data: Buffer) => this.#hear(data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', (code) => this.#lost(socket, code === STREAM_CLOSE.comeBack ? COME_BACK_WITHIN_MS : 0));
  }

  get #charts(): readonly string[] {
    return this.symbols.slice(0, CHARTS);
  }

  get #url(): string {
    return this.#apiUrls[this.#apiUrl % this.#apiUrls.length] ?? '';
  }

  #lost(socket: WebSocket, spreadMs: number): void {
    if (socket !== this.#socket || this.#isClosed) return;
    this.#socket = null;
    this.#awaySinceMs ??= performance.now();
    this.#apiUrl += 1;
    setTimeout(() => this.#isClosed || this.#connect(), waitMs(this.#tries, spreadMs));
    this.#tries += 1;
  }

  #lookAfter(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#say({ type: 'ping' });
    if (this.#socket !== null && performance.now() - this.#heardMs > DEAD_AFTER_MS) this.#socket.terminate();
  }

  #say(request: StreamRequest): void {
    this.#socket?.send(JSON.stringify(request));
  }

  #hear(text: string): void {
    this.#heardMs = performance.now();
    if (text.startsWith(TICKS)) {
      this.heardTicksMs = this.#heardMs;
      return;
    }
    const event: unknown = JSON.parse(text);
    const { type } = z.object({ type: z.string() }).parse(event);
    if (type === 'ready') this.#settle();
    else if (type === 'account') this.accounts.add(Owned.parse(event).account.id);
    else if (type === 'strategy_signal') {
      const { signal } = Signalled.parse(event);
      this.signals.set(signal.id, `${signal.strategy_id} ${signal.entry_time}`);
    } else if (type === 'candle' || type === 'trade') this.#take(Received.parse(event));
  }

  #settle(): void {
    const candles = this.#charts.map((symbol) => ({ symbol, timeframe: TIMEFRAME }) as const);
    this.#say({ type: 'watch', symbols: [...this.symbols], candles });
    this.#readLater();
    this.#tries = 0;
    if (this.#awaySinceMs === null) return;
    this.returns += 1;
    this.longestAwayMs = Math.max(this.longestAwayMs, performance.now() - this.#awaySinceMs);
    this.#awaySinceMs = null;
  }

  #take(event: z.infer<typeof Received>): void {
    if (event.type === 'trade') this.#keepTrade(event.trade);
    else this.#keepMinute(event.symbol, event.candle);
  }

  /**
   * Stores the state of a trade unless a newer state is already stored. An HTTP response may be older than the last
   * event of the socket.
   */
  #keepTrade(trade: Option): void {
    if (this.trades.get(trade.id)?.status !== 'active' && this.trades.has(trade.id)) return;
    this.trades.set(trade.id, trade);
  }

  #keepMinute(symbol: string, candle: CandleView): void {
    if (!candle.closed) return;
    const known = this.minutes.get(symbol) ?? new Map<number, CandleView>();
    this.minutes.set(symbol, known.set(candle.time, candle));
  }

  /** Repeats an HTTP read at the current API process, then at the next ones, until one responds. */
  #readLater(): void {
    const again = async (): Promise<void> => {
      for (let tries = 0; !this.#isClosed && !(await this.#readAnew().then(Boolean, () => false)); tries += 1)
        await sleep(waitMs(tries));
    };
    this.#reading = this.#reading.then(again);
  }

  /** Resolves when the browser has fetched the data that it missed while it was disconnected. */
  get isUpToDate(): Promise<void> {
    return this.#reading;
  }

  async #readAnew(): Promise<true> {
    const url = this.#url;
    for (const symbol of this.#charts) {
      const path = `/api/v1/trading/candles?symbol=${symbol}&timeframe=${TIMEFRAME}&limit=${MINUTES_READ}`;
      for (const candle of await read(url, this.person, path, z.array(CandleView))) this.#keepMinute(symbol, candle);
    }
    const known = await read(url, this.person, `/api/v1/trading/history?limit=${TRADES_READ}`, z.array(Option));
    for (const trade of known) this.#keepTrade(trade);
    return true;
  }
}

const waitMs = (tries: number, spreadMs = 0): number =>
  Math.min(WAIT_MOST_MS, WAIT_FIRST_MS * 2 ** tries) * (0.5 + Math.random() / 2) + spreadMs * Math.random();
