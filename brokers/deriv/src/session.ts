import type { FollowedContract } from '@vigia/broker-kit/orders';
import type {
  BrokerAccount,
  BrokerAsset,
  BrokerDeps,
  BrokerFault,
  BrokerListener,
  BrokerOrder,
  BrokerSession,
  BrokerState,
  BrokerTime,
  ConsentTokens,
  OrderReply,
  PracticeAccount,
  QuotedOrder,
  Reconciliation,
  SentOrder,
} from '@vigia/broker-kit/port';
import type { CandleColumns } from '@vigia/core/candles';
import { type Cancel, durationMs, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { faultOf } from './client.ts';
import { Contracts } from './contracts.ts';
import { network } from './errors.ts';
import { isSold, lengthLimitsText, lengthOf } from './lengths.ts';
import type { DerivLimits } from './limits.ts';
import { AccountLine, type AccountLineOwner } from './line.ts';
import type { Login } from './login.ts';
import { Market, UNKNOWN_SYMBOL } from './market.ts';
import { placeOrder, refusedOrderReply, requestOffer } from './orders.ts';
import { resetPractice } from './practice-reset.ts';
import { Sales } from './sale.ts';
import { TickStreams } from './ticks.ts';
import { type ContractTerms, logout } from './wire/requests.ts';

const ASSETS_EVERY_MS = 60_000;
const NOT_CONNECTED = network('not connected');
const UNKNOWN_ACCOUNT: BrokerFault = { kind: 'unknown', detail: 'no such account' };

/** A session at Deriv. Each account has its own socket; the first socket also brings assets and prices. */
export class DerivSession implements BrokerSession {
  readonly #login: Login;
  readonly #limits: DerivLimits;
  readonly #listener: BrokerListener;
  readonly #deps: BrokerDeps;
  readonly #market: Market;
  readonly #contracts: Contracts;
  readonly sales: Sales;
  readonly #ticks: TickStreams;
  #lines: readonly AccountLine[] = [];
  #state: BrokerState = { status: 'closed' };
  #cancelRefresh: Cancel = () => undefined;

  constructor(login: Login, limits: DerivLimits, listener: BrokerListener, deps: BrokerDeps) {
    this.#login = login;
    this.#limits = limits;
    this.#listener = listener;
    this.#deps = deps;
    const client = () => this.#lines[0]?.client;
    this.#market = new Market({
      clock: deps.clock,
      generation: login.generation,
      client,
      sockets: () =>
        this.#lines.flatMap((line) => (line.account ? [{ client: line.client, currency: line.account.currency }] : [])),
      publish: (assets) => listener.onAssets(assets),
    });
    const lineOf = (accountId: string) => this.#lineOf(accountId);
    const offsetMs = () => this.time().offsetMs ?? 0;
    this.#contracts = new Contracts(deps, offsetMs, lineOf, (contract) => listener.onContract(contract));
    this.sales = new Sales(deps.clock, lineOf);
    this.#ticks = new TickStreams({
      client,
      assets: this.#market.book,
      clock: deps.clock,
      onTick: (tick) => listener.onTick(tick),
    });
  }

  async connect(): Promise<Result<null, BrokerFault>> {
    this.#become({ status: 'connecting', fault: null });
    const sockets = await this.#login.sockets();
    if (this.#state.status === 'closed') return err(NOT_CONNECTED);
    if (!sockets.ok) return this.#failed(sockets.error);
    const keeper = this.#keeper();
    this.#lines = sockets.value.map((socket) => new AccountLine(socket, keeper, this.#limits, this.#deps));
    const started = await Promise.all(this.#lines.map(({ client }) => client.start()));
    const fault = started.map((one) => (one.ok ? null : one.error)).find((one) => one !== null);
    if (fault) return this.#failed(fault);
    this.#cancelRefresh = this.#deps.clock.every(durationMs(ASSETS_EVERY_MS), () => void this.#refresh());
    return ok(null);
  }

  async answerCode(): Promise<Result<null, BrokerFault>> {
    return err({ kind: 'unknown', detail: 'Deriv sends no codes' });
  }

  useTokens(tokens: ConsentTokens): void {
    this.#login.useTokens?.(tokens);
  }

  state(): BrokerState {
    return this.#state;
  }

  accounts(): readonly BrokerAccount[] {
    return this.#lines.flatMap(({ account }) => (account === null ? [] : [account]));
  }

  assets(): readonly BrokerAsset[] {
    return this.#market.book.assets();
  }

  time(): BrokerTime {
    return this.#lines[0]?.client.time() ?? { offsetMs: null, roundTripMs: null };
  }

  async quote(wanted: QuotedOrder): Promise<Result<Ratio, BrokerFault>> {
    const asked = this.#termsOf(wanted);
    if (!asked.ok) return asked;
    await this.#market.loadLimits(wanted.symbol);
    const offer = await requestOffer(asked.value.line.client, this.#login.generation, asked.value.terms);
    return offer.ok ? ok(offer.value.payoutRatio) : offer;
  }

  async place(order: BrokerOrder): Promise<OrderReply> {
    const asked = this.#termsOf(order);
    if (!asked.ok) return refusedOrderReply(asked.error);
    const { line, terms } = asked.value;
    const reply = await placeOrder(line.client, this.#deps.clock, this.#login.generation, order, terms);
    if (reply.outcome === 'accepted') this.#contracts.bought(reply.contract);
    return reply;
  }

  async reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    const verdicts = new Map<SentOrder, Reconciliation>();
    for (const accountId of new Set(orders.map((order) => order.accountId))) {
      const ofAccount = orders.filter((order) => order.accountId === accountId);
      const line = this.#lineOf(accountId);
      if (line === undefined) return err(this.#lines.length === 0 ? NOT_CONNECTED : UNKNOWN_ACCOUNT);
      const read = await line.records.reconcile(ofAccount, claimed);
      if (!read.ok) return err(faultOf(read.error));
      ofAccount.forEach((order, index) => verdicts.set(order, read.value[index] ?? { verdict: 'undecided' }));
    }
    return ok(orders.map((order) => verdicts.get(order) ?? { verdict: 'undecided' }));
  }

  follow(contracts: readonly FollowedContract[]): void {
    this.#contracts.follow(contracts);
  }

  resetPractice(account: PracticeAccount): Promise<Result<null, BrokerFault>> {
    return resetPractice(this.#login, this.#lineOf(account.accountId), account);
  }

  watch(symbol: string, afterMs?: number): Cancel {
    void this.#market.loadLimits(symbol);
    return this.#ticks.watch(symbol, afterMs);
  }

  candles(
    symbol: string,
    timeframeS: number,
    fromMs: number,
    toMs: number,
  ): Promise<Result<CandleColumns, BrokerFault>> {
    return this.#market.candles(symbol, timeframeS, fromMs, toMs);
  }

  async close(how: 'keep' | 'forget'): Promise<void> {
    const lines = this.#lines;
    if (how === 'forget' && this.#login.generation === 'v3')
      await Promise.all(lines.map(({ client }) => client.call(logout)));
    this.#become({ status: 'closed' });
    this.#contracts.stop();
    await this.#end();
  }

  #keeper(): AccountLineOwner {
    return {
      ours: (theirs) => this.#market.book.ours(theirs),
      signedIn: async (line) => (line === this.#lines[0] ? this.#market.readAssets(line.client) : ok(null)),
      onFrame: (line, frame) => {
        if (frame.msgType !== 'proposal_open_contract') return this.#ticks.onFrame(frame);
        this.sales.onFrame(frame, line);
        this.#contracts.onFrame(frame, line);
      },
      onState: (line, { status }) => this.#lineChanged(line, status === 'open'),
      onBalance: () => this.#listener.onAccounts(this.accounts()),
    };
  }

  #lineChanged(line: AccountLine, isOpen: boolean): void {
    if (!this.#lines.includes(line)) return;
    const accountId = line.account?.accountId ?? '';
    if (!isOpen) {
      this.#contracts.onDrop(accountId);
      if (line === this.#lines[0]) this.#ticks.onDrop();
    }
    this.#publishState();
    if (!isOpen) return;
    this.#contracts.resume(accountId);
    if (line === this.#lines[0]) void this.#ticks.openAll();
  }

  /** Publishes the state of the session, which is the state of its worst socket. */
  #publishState(): void {
    if (this.#state.status === 'failed' || this.#state.status === 'closed') return;
    const states = this.#lines.map(({ client }) => client.state());
    const failed = states.find((state) => state.status === 'failed');
    if (failed) return void this.#failed(failed.fault);
    const connecting = states.find((state) => state.status === 'connecting');
    if (connecting) this.#become({ status: 'connecting', fault: connecting.fault });
    else if (states.every(({ status }) => status === 'open')) this.#become({ status: 'connected' });
  }

  #failed(fault: BrokerFault): Result<never, BrokerFault> {
    if (this.#state.status !== 'closed') this.#become({ status: 'failed', fault });
    void this.#end();
    return err(fault);
  }

  async #end(): Promise<void> {
    const lines = this.#lines;
    this.#cancelRefresh();
    this.#ticks.onDrop();
    if (this.#state.status === 'closed') this.#lines = [];
    await Promise.all(lines.map(({ client }) => client.stop()));
  }

  #become(state: BrokerState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#listener.onState(state);
  }

  async #refresh(): Promise<void> {
    const line = this.#lines[0];
    if (line?.client.state().status !== 'open') return;
    await this.#market.readAssets(line.client);
    await this.#ticks.openAll();
  }

  #lineOf(accountId: string): AccountLine | undefined {
    return this.#lines.find(({ account }) => account?.accountId === accountId);
  }

  /** Returns the terms of the option contract, or a fault if Deriv would certainly refuse the order. */
  #termsOf(wanted: QuotedOrder): Result<{ line: AccountLine; terms: ContractTerms }, BrokerFault> {
    if (this.#lines.length === 0) return err(NOT_CONNECTED);
    const line = this.#lineOf(wanted.accountId);
    if (!line?.account) return err(UNKNOWN_ACCOUNT);
    const symbol = this.#market.book.theirs(wanted.symbol);
    if (symbol === undefined) return err(UNKNOWN_SYMBOL);
    const limits = this.#market.book.limits(wanted.symbol);
    const { direction, stakeMinor } = wanted;
    if (limits && !isSold(limits, wanted)) return err({ kind: 'invalid_duration', detail: lengthLimitsText(limits) });
    const terms = { symbol, direction, currency: line.account.currency, stakeMinor };
    return ok({ line, terms: { ...terms, ...lengthOf(wanted) } });
  }
}
