import {
  type AcceptedOrderFault,
  acknowledgeAs,
  type BookAccount,
  type BookContract,
  type ContractBookEvent,
  type Deviation,
  PageResponses,
} from '@vigia/broker-kit/simulator';
import { assertNever, durationMs } from '@vigia/core/kernel';
import { PAPER_CURRENCY } from '@vigia/core/money';
import type { WebSocket } from 'ws';
import { AccountCalls, type AccountDeps, SIGN_IN_REQUIRED_ERROR } from './account-calls.ts';
import { openBody } from './contract-body.ts';
import { deviatedBody } from './deviations.ts';
import { RequestCounter } from './limits.ts';
import { MarketCalls, tickBody } from './market-calls.ts';
import { answerSale } from './sale-calls.ts';
import { changeTimesOf, ticksOf, toSecondTick } from './second-ticks.ts';
import { transactionBody } from './statement.ts';
import { Streams } from './streams.ts';
import { rowOf } from './symbols.ts';
import { scriptedRefusal, TradingCalls, type TradingDeps } from './trading-calls.ts';
import { WEBSITE_STATUS } from './website-status.ts';
import { type Body, error, isBody, type Reply, type WireError } from './wire.ts';

export type ConnectionDeps = TradingDeps &
  Pick<AccountDeps, 'logins'> & { readonly deviations: ReadonlySet<Deviation> };

/** Calls that are answered even while the rate limit refuses all others. */
const NEVER_LIMITED = new Set([
  'authorize',
  'time',
  'ping',
  'balance',
  'active_symbols',
  'buy',
  'sell',
  'proposal',
  'forget',
  'logout',
]);

/** One socket of either generation, from its opening to its end. */
export class SimulatedDerivSocket {
  readonly #socket: WebSocket;
  readonly #deps: ConnectionDeps;
  readonly #market: MarketCalls;
  readonly #accounts: AccountCalls;
  readonly #trading: TradingCalls;
  readonly #counter: RequestCounter;
  readonly #streams = new Streams();
  readonly #pages: PageResponses<Reply>;

  /** @param account account of the socket; null before the sign-in */
  constructor(socket: WebSocket, account: Readonly<BookAccount> | null, deps: ConnectionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#accounts = new AccountCalls(deps, account);
    this.#market = new MarketCalls(deps);
    this.#trading = new TradingCalls(deps);
    this.#counter = new RequestCounter(deps.clock);
    this.#pages = new PageResponses(deps.script);
    const cancelBook = deps.book.onEvent((event) => this.#onBook(event));
    socket.on('message', (data) => this.#onText(String(data)));
    socket.once('close', () => {
      cancelBook();
      this.#streams.end();
    });
  }

  #onText(text: string): void {
    const request = parsed(text);
    if (!isBody(request)) return;
    const call = CALLS.find((name) => request[name] !== undefined);
    if (call === undefined)
      return this.#answer(nameOf(request), request, error('UnrecognisedRequest', 'Unrecognised request.'));
    if (this.#counter.isTooMany(call) || (this.#deps.script.isRateLimited && !NEVER_LIMITED.has(call)))
      return this.#limit(call, request);
    if (call === 'buy') return this.#buy(request);
    if (call === 'sell') return this.#sell(request);
    const reply = this.#reply(call, request);
    if (isPage(request)) return this.#page(request, reply);
    this.#answer(call, request, reply);
  }

  #limit(call: string, request: Body): void {
    this.#answer(call, request, error('RateLimit', `You have reached the rate limit for ${call}.`));
  }

  #page(request: Body, reply: Reply): void {
    this.#pages.answer(reply, {
      send: (page) => this.#answer('ticks_history', request, page),
      refuse: () => this.#limit('ticks_history', request),
      cut: () => this.#socket.terminate(),
    });
  }

  #reply(call: Exclude<Call, 'buy' | 'sell'>, request: Body): Reply {
    switch (call) {
      case 'ping':
        return { payload: { ping: 'pong' } };
      case 'time':
        return { payload: { time: Math.floor(this.#deps.clock.now() / 1_000) } };
      case 'authorize':
        return this.#accounts.authorize(request);
      case 'logout':
        return this.#accounts.logout();
      case 'balance':
        return this.#balance(request);
      case 'active_symbols':
        return this.#market.activeSymbols();
      case 'contracts_for':
        return this.#market.contractsFor(
          request['contracts_for'],
          request['currency'] ?? this.#accounts.account()?.currency,
        );
      case 'ticks':
        return this.#ticks(request);
      case 'ticks_history':
        return this.#history(request);
      case 'proposal':
        return this.#trading.proposal(request, this.#accounts.account());
      case 'proposal_open_contract':
        return this.#openContract(request);
      case 'portfolio':
        return this.#accounts.portfolio();
      case 'profit_table':
        return this.#accounts.profitTable(request);
      case 'statement':
        return this.#accounts.statement(request);
      case 'transaction':
        return this.#transactions(request);
      case 'trading_times':
        return this.#market.tradingTimes(request);
      case 'topup_virtual':
        return this.#accounts.topUp();
      case 'get_account_status':
        return this.#accounts.status();
      case 'website_status':
        return { payload: WEBSITE_STATUS };
      case 'forget':
        return { payload: { forget: this.#streams.forget(String(request['forget'])) ? 1 : 0 } };
      case 'forget_all':
        return { payload: { forget_all: this.#streams.forgetAll([request['forget_all']].flat()) } };
      default:
        return assertNever(call);
    }
  }

  #balance(request: Body): Reply {
    return this.#accounts.signedIn(({ accountId: about }) => {
      const id = request['subscribe'] === 1 ? this.#streams.open({ type: 'balance', about, request }) : null;
      return this.#withId({ payload: { balance: this.#balanceBody(id) } }, id);
    });
  }

  #ticks(request: Body): Reply {
    const first = this.#market.tick(request['ticks']);
    if ('error' in first || request['subscribe'] !== 1) return first;
    return this.#withId(first, this.#streamTicks(request['ticks'], request));
  }

  #history(request: Body): Reply {
    const reply = this.#market.history(request);
    if ('error' in reply || request['subscribe'] !== 1) return reply;
    if (request['style'] === 'candles') return this.#withId(reply, this.#streamCandles(request));
    return this.#withId(reply, this.#streamTicks(request['ticks_history'], request));
  }

  #streamTicks(symbol: unknown, request: Body): string | null {
    const row = rowOf(symbol);
    if (!row) return null;
    const { market, clock } = this.#deps;
    let lastS = toSecondTick(market.lastTick(row.ours, clock.now())).epoch;
    const start = (id: string) =>
      market.stream(row.ours, (tick) => {
        const asset = market.asset(row.ours);
        const { epoch, quote } = toSecondTick(tick);
        if (!asset || !this.#market.isTrading(row) || epoch <= lastS) return;
        lastS = epoch;
        this.#push('tick', request, id, { tick: { ...tickBody(row, asset, { epoch, quote }), id } });
      });
    return this.#streams.open({ type: 'ticks', about: row.theirs, request }, start);
  }

  /** Sends the forming candle at each tick. Prices are texts in these messages. */
  #streamCandles(request: Body): string | null {
    const row = rowOf(request['ticks_history']);
    if (!row) return null;
    const { market } = this.#deps;
    const sizeS = Number(request['granularity'] ?? 60);
    const start = (id: string) =>
      market.stream(row.ours, (tick) => {
        if (!this.#market.isTrading(row)) return;
        this.#push('ohlc', request, id, { ohlc: { id, ...this.#market.runningCandle(row, sizeS, tick.timeMs) } });
      });
    return this.#streams.open({ type: 'candles', about: row.theirs, request }, start);
  }

  #transactions(request: Body): Reply {
    return this.#accounts.signedIn(({ accountId: about }) => {
      if (request['subscribe'] !== 1) return error('InputValidationFailed', 'Input validation failed: subscribe');
      const id = this.#streams.open({ type: 'transaction', about, request });
      return this.#withId({ payload: { transaction: { id } } }, id);
    });
  }

  #openContract(request: Body): Reply {
    return this.#accounts.signedIn(() => {
      const contract = this.#accounts.contract(String(request['contract_id']));
      if (!contract) return error('ContractNotFound', 'Contract is not found.');
      const id = request['subscribe'] === 1 && !contract.result ? this.#streamContract(contract, request) : null;
      return this.#withId({ payload: { proposal_open_contract: this.#openBody(contract, id) } }, id);
    });
  }

  /** Handles an order, with its scripted fault. */
  #buy(request: Body): void {
    const account = this.#accounts.account();
    if (!account) return this.#answer('buy', request, SIGN_IN_REQUIRED_ERROR);
    const fault = this.#deps.script.takeOrderFault();
    if (fault?.kind === 'refuse') return this.#answer('buy', request, { error: scriptedRefusal(fault.as) });
    if (fault?.kind === 'ignore') return;
    if (fault?.kind === 'cut_before_booking') return this.#socket.terminate();
    const booked = this.#trading.buy(account, request);
    if (booked.ok && this.#deps.deviations.has('unknown_message')) this.#send('contract_repriced', {}, {});
    if (!booked.ok) return this.#answer('buy', request, { error: booked.error });
    this.#acknowledge(request, booked.value, fault);
  }

  #acknowledge(request: Body, contract: Readonly<BookContract>, fault: AcceptedOrderFault | null): void {
    acknowledgeAs(fault, this.#deps.clock, {
      acknowledge: () => {
        const id = request['subscribe'] === 1 ? this.#streamContract(contract, request) : null;
        this.#answer('buy', request, this.#withId(this.#trading.bought(contract), id));
        if (id !== null) this.#pushContract(contract, request, id);
        if (id !== null) this.#pushEntry(contract, request, id);
      },
      again: () => this.#answer('buy', request, this.#trading.bought(contract)),
      cut: () => this.#socket.terminate(),
      // The close frame comes after the messages that were sent before, so that these are still delivered.
      end: () => this.#socket.close(1012),
    });
  }

  /** Handles a sale, with its scripted fault. */
  #sell(request: Body): void {
    answerSale(this.#deps, this.#accounts.account(), request, {
      answer: (reply) => this.#answer('sell', request, reply),
      cut: () => this.#socket.terminate(),
      end: () => this.#socket.close(1012),
    });
  }

  #onBook(event: ContractBookEvent): void {
    if (event.kind === 'balance') {
      if (event.account.accountId !== this.#accounts.account()?.accountId) return;
      for (const [id, { type, request }] of this.#streams.all()) {
        if (type === 'balance') this.#push('balance', request, id, { balance: this.#balanceBody(id) });
      }
      return;
    }
    this.#pushTransaction(event);
    if (event.kind === 'settled') {
      for (const [id, { about, request }] of this.#streams.all()) {
        if (about === event.contract.contractId) this.#pushContract(event.contract, request, id);
      }
    }
  }

  #pushTransaction(event: Extract<ContractBookEvent, { readonly contract: unknown }>): void {
    const account = this.#deps.book.account(event.contract.accountId);
    for (const [id, { type, about, request }] of this.#streams.all()) {
      if (type !== 'transaction' || about !== account?.accountId) continue;
      this.#push('transaction', request, id, { transaction: transactionBody(event, account, id) });
    }
  }

  #streamContract({ contractId: about }: Readonly<BookContract>, request: Body): string {
    return this.#streams.open({ type: 'proposal_open_contract', about, request });
  }

  #pushContract(contract: Readonly<BookContract>, request: Body, id: string): void {
    const body = this.#openBody(contract, id);
    this.#deps.script.deliver(() =>
      this.#push('proposal_open_contract', request, id, { proposal_open_contract: body }),
    );
  }

  /**
   * Sends the contract again at its entry tick and, if it is a contract with a duration in ticks, at each later tick.
   * Stops when the client ends the subscription.
   */
  #pushEntry(contract: Readonly<BookContract>, request: Body, id: string): void {
    for (const timeMs of changeTimesOf(this.#deps.market, contract)) {
      this.#deps.clock.after(durationMs(Math.max(0, timeMs - this.#deps.clock.now())), () => {
        const isStreamed = this.#streams.all().some(([streamId]) => streamId === id);
        if (isStreamed && contract.result === null) this.#pushContract(contract, request, id);
      });
    }
  }

  #openBody(contract: Readonly<BookContract>, id: string | null): Body {
    const { book, generation, clock, market } = this.#deps;
    const currency = book.account(contract.accountId)?.currency ?? PAPER_CURRENCY;
    const bidMinor = book.saleValueMinor(contract.contractId);
    const ticks = ticksOf(market, contract, clock.now());
    const body = openBody(contract, currency, generation, { nowMs: clock.now(), bidMinor, ticks });
    return id === null ? body : { ...body, id };
  }

  #balanceBody(id: string | null): Body {
    const body = this.#accounts.balanceBody();
    return id === null ? body : { ...body, id };
  }

  #withId(reply: Reply, id: string | null): Reply {
    return 'error' in reply || id === null ? reply : { ...reply, subscriptionId: id };
  }

  #answer(call: string, request: Body, reply: Reply): void {
    if ('error' in reply) return this.#send(MSG_TYPES[call] ?? call, request, { error: reply.error });
    const { payload, msgType = call, subscriptionId } = reply;
    if (subscriptionId === undefined) return this.#send(msgType, request, payload);
    this.#push(msgType, request, subscriptionId, payload);
  }

  #push(msgType: string, request: Body, id: string, payload: Body): void {
    this.#send(msgType, request, { ...payload, subscription: { id } });
  }

  #send(msgType: string, request: Body, body: Body | { error: WireError }): void {
    const { req_id: reqId, passthrough } = request;
    const said = 'error' in body ? body : deviatedBody(body, this.#deps.deviations);
    const echo = request['authorize'] === undefined ? request : { ...request, authorize: '<not shown>' };
    const known = { ...(reqId === undefined ? {} : { req_id: reqId }), ...(passthrough ? { passthrough } : {}) };
    this.#socket.send(JSON.stringify({ echo_req: echo, msg_type: msgType, ...known, ...said }));
  }
}

const CALLS = [
  ...([
    'authorize',
    'logout',
    'ping',
    'time',
    'balance',
    'active_symbols',
    'contracts_for',
    'ticks_history',
    'ticks',
  ] as const),
  ...(['buy', 'proposal', 'proposal_open_contract', 'portfolio', 'profit_table', 'forget', 'forget_all'] as const),
  ...([
    'sell',
    'statement',
    'transaction',
    'trading_times',
    'topup_virtual',
    'get_account_status',
    'website_status',
  ] as const),
] as const;
type Call = (typeof CALLS)[number];

/** Returns the name of an unknown call. An error reply has this name as its type, because the schemas require it. */
const nameOf = (request: Body): string =>
  Object.keys(request).find((key) => !['req_id', 'passthrough', 'subscribe'].includes(key)) ?? 'error';

/** Returns whether a request is for a page of candles, without a subscription to later candles. */
const isPage = (request: Body): boolean => request['style'] === 'candles' && request['subscribe'] === undefined;

/** Parses JSON. Returns undefined for any other text, because Deriv does not answer such a text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Message types of replies whose type differs from the name of the call. */
const MSG_TYPES: Readonly<Record<string, string>> = { ticks: 'tick', ticks_history: 'history' };
