import { isTimed, NOT_SOLD_BY_TICKS } from '@vigia/broker-kit/orders';
import type {
  BrokerAccount,
  BrokerAsset,
  BrokerCredentials,
  BrokerDeps,
  BrokerFault,
  BrokerListener,
  BrokerOrder,
  BrokerSession,
  BrokerState,
  BrokerTime,
  QuotedOrder,
  SentOrder,
} from '@vigia/broker-kit/port';
import { type Quote, TickWatches } from '@vigia/broker-kit/prices';
import { type Link, type LinkState, type LinkTarget, openLink, type SocketSender } from '@vigia/broker-kit/socket';
import { type CandleColumns, columnsOf } from '@vigia/core/candles';
import { type Cancel, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { PAPER_CURRENCY } from '@vigia/core/money';
import type { ZodType } from 'zod';
import { Client, type RequestFault, toBrokerFault } from './client.ts';
import { accountOf, assetOf, contractOf, currencyIn } from './mapper.ts';
import { PracticeOrders } from './orders.ts';
import { signIn, signOut } from './sign-in.ts';
import * as wire from './wire/messages.ts';

const HEARTBEAT_MS = 10_000;
const SILENCE_MS = 35_000;

export type PasswordLogin = Extract<BrokerCredentials, { kind: 'password' }>;

/** A session of one user at the practice broker. */
export class PracticeSession implements BrokerSession {
  readonly sales = null;
  readonly #login: PasswordLogin;
  readonly #listener: BrokerListener;
  readonly #deps: BrokerDeps;
  readonly #client: Client;
  readonly #link: Link;
  readonly #watches: TickWatches;
  readonly #orders: PracticeOrders;
  #token: string | null;
  #code: string | null = null;
  #isClosed = false;
  #accounts: readonly BrokerAccount[] = [];
  #assets: readonly BrokerAsset[] = [];
  #time: BrokerTime = { offsetMs: null, roundTripMs: null };

  constructor(login: PasswordLogin, resume: string | null, listener: BrokerListener, deps: BrokerDeps) {
    this.#login = login;
    this.#token = resume;
    this.#listener = listener;
    this.#deps = deps;
    this.#client = new Client(deps.clock, (push) => this.#onPush(push));
    this.#link = this.#openLink();
    this.#orders = new PracticeOrders({
      clock: deps.clock,
      ask: (call, shape) => this.#ask(call, shape),
      currencyOf: (accountId) => currencyIn(this.#accounts, accountId),
      asset: (symbol) => this.#assets.find((asset) => asset.symbol === symbol),
      publish: (contract) => listener.onContract(contract),
    });
    this.#watches = new TickWatches({
      source: {
        subscribe: async (symbol) => void (await this.#ask({ call: 'subscribe', symbol }, wire.noData)),
        unsubscribe: (symbol) => void this.#ask({ call: 'unsubscribe', symbol }, wire.noData),
        since: (symbol, afterMs) => this.#ticksSince(symbol, afterMs),
      },
      now: () => this.#brokerNowMs(),
      publish: (tick) => listener.onTick(tick),
    });
  }

  async connect(): Promise<Result<null, BrokerFault>> {
    const isResuming = this.#token !== null;
    const started = await this.#link.start();
    // If the broker no longer accepts the resumed token, the session signs in with the credentials.
    return !started.ok && isResuming && this.#token === null && !this.#isClosed ? this.#link.start() : started;
  }

  answerCode(code: string): Promise<Result<null, BrokerFault>> {
    this.#code = code;
    return this.#link.start();
  }

  state(): BrokerState {
    return stateOf(this.#link.state());
  }

  accounts(): readonly BrokerAccount[] {
    return this.#accounts;
  }

  assets(): readonly BrokerAsset[] {
    return this.#assets;
  }

  time(): BrokerTime {
    return this.#time;
  }

  async quote(order: QuotedOrder): Promise<Result<Ratio, BrokerFault>> {
    if (!isTimed(order)) return err(NOT_SOLD_BY_TICKS);
    const asset = this.#assets.find((one) => one.symbol === order.symbol);
    return asset?.payoutRatio ? ok(asset.payoutRatio) : err({ kind: 'market_closed', detail: 'not listed' });
  }

  place(order: BrokerOrder) {
    return this.#orders.place(order);
  }

  reconcile(orders: readonly SentOrder[], claimed: ReadonlySet<string>) {
    return this.#orders.reconcile(orders, claimed);
  }

  follow(contracts: readonly { contractId: string; accountId: string; expiryMs: number }[]): void {
    this.#orders.tracker.follow(contracts);
  }

  watch(symbol: string, afterMs?: number): Cancel {
    return this.#watches.watch(symbol, afterMs);
  }

  async candles(
    symbol: string,
    seconds: number,
    fromMs: number,
    toMs: number,
  ): Promise<Result<CandleColumns, BrokerFault>> {
    const call = { call: 'candles', symbol, seconds, from_ms: fromMs, to_ms: toMs } as const;
    const answer = await this.#ask(call, wire.candles);
    if (!answer.ok) return err(toBrokerFault(answer.error));
    const closed = answer.value.filter(([time]) => (time + seconds) * 1000 <= this.#brokerNowMs());
    return ok(columnsOf(closed.map(([time, open, high, low, close]) => ({ time, open, high, low, close }))));
  }

  async close(how: 'keep' | 'forget'): Promise<void> {
    this.#isClosed = true;
    this.#orders.tracker.stop();
    this.#watches.clear();
    await this.#link.stop();
    if (how === 'forget' && this.#token) await signOut(this.#deps.clock, this.#origin('http'), this.#token);
  }

  #openLink(): Link {
    const { clock, rng, log } = this.#deps;
    return openLink({
      clock,
      rng,
      log,
      target: () => this.#target(),
      greet: (fresh) => this.#greet(fresh),
      refusal: (status) => this.#refused(status),
      onMessage: (data) => this.#client.receive(data),
      onDrop: () => {
        this.#client.drop();
        this.#orders.onDrop();
        this.#watches.onDrop();
      },
      onState: (state) => this.#becameOnLink(state),
      heartbeat: { everyMs: HEARTBEAT_MS, beat: (line) => void this.#measure(line) },
      silenceMs: SILENCE_MS,
    });
  }

  async #target(): Promise<Result<LinkTarget, BrokerFault>> {
    if (this.#token === null) {
      const { email, password } = this.#login;
      const signed = await signIn(this.#deps.clock, this.#origin('http'), { email, password, code: this.#code });
      if (!signed.ok) return signed;
      this.#token = signed.value;
      if (!this.#isClosed) this.#listener.onResumable(signed.value);
    }
    return ok({ url: `${this.#origin('ws')}/live`, headers: { authorization: `Bearer ${this.#token}` } });
  }

  /** Handles a refused upgrade. If the token was refused, the next attempt signs in again. */
  #refused(status: number): BrokerFault {
    if (status !== 401) return { kind: 'network', detail: `upgrade answered ${status}` };
    this.#token = null;
    if (!this.#isClosed) this.#listener.onResumable(null);
    return { kind: 'unknown', detail: 'the session ended at the broker' };
  }

  async #greet(fresh: SocketSender): Promise<Result<null, BrokerFault>> {
    const accounts = await this.#client.ask(fresh, { call: 'accounts' }, wire.accounts);
    if (!accounts.ok) return err(toBrokerFault(accounts.error));
    const assets = await this.#client.ask(fresh, { call: 'assets' }, wire.assets);
    if (!assets.ok) return err(toBrokerFault(assets.error));
    this.#onPush({ event: 'accounts', data: accounts.value });
    this.#onPush({ event: 'assets', data: assets.value });
    await this.#measure(fresh);
    return ok(null);
  }

  #becameOnLink(state: LinkState): void {
    this.#listener.onState(stateOf(state));
    if (state.status !== 'open') return;
    this.#watches.resume();
    void this.#orders.tracker.pollDue();
  }

  #onPush(push: wire.Push): void {
    switch (push.event) {
      case 'accounts':
        this.#accounts = push.data.flatMap((account) => accountOf(account, this.#deps.log) ?? []);
        return this.#listener.onAccounts(this.#accounts);
      case 'assets':
        this.#assets = push.data.map((asset) => assetOf(asset, this.#accounts[0]?.currency ?? PAPER_CURRENCY));
        return this.#listener.onAssets(this.#assets);
      case 'contract': {
        const currency = currencyIn(this.#accounts, push.data.account);
        return currency === null ? undefined : this.#orders.tracker.see(contractOf(push.data, currency));
      }
      case 'tick':
        return this.#watches.onTick(push.symbol, quoteOf(push.data));
    }
  }

  #ask<Answer>(call: wire.Call, shape: ZodType<Answer>): Promise<Result<Answer, RequestFault>> {
    return this.#client.ask(this.#link, call, shape);
  }

  async #ticksSince(symbol: string, afterMs: number): Promise<readonly Quote[]> {
    const toMs = this.#deps.clock.now() + 1;
    const answer = await this.#ask({ call: 'ticks', symbol, from_ms: afterMs + 1, to_ms: toMs }, wire.ticks);
    return answer.ok ? answer.value.map(quoteOf) : [];
  }

  #brokerNowMs(): number {
    return this.#deps.clock.now() + (this.#time.offsetMs ?? 0);
  }

  async #measure(line: SocketSender): Promise<void> {
    const askedMs = this.#deps.clock.now();
    const answer = await this.#client.ask(line, { call: 'time' }, wire.time);
    if (!answer.ok) return;
    const roundTripMs = this.#deps.clock.now() - askedMs;
    this.#time = { roundTripMs, offsetMs: answer.value.now_ms - (askedMs + roundTripMs / 2) };
  }

  #origin(scheme: 'http' | 'ws'): string {
    // The practice broker exists only as a simulator. Without a simulator, the address is one that never answers.
    return this.#deps.origins[scheme] ?? `${scheme}://127.0.0.1:9`;
  }
}

const quoteOf = ([timeMs, price]: readonly [number, number]): Quote => ({ timeMs, price });

function stateOf(state: LinkState): BrokerState {
  return state.status === 'open' ? { status: 'connected' } : state;
}
