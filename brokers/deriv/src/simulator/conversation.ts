import {
  acknowledgeAs,
  type BookAccount,
  type BookContract,
  type BookEvent,
  type BookedFault,
} from '@vigia/broker-kit/simulator';
import { assertNever, type Cancel } from '@vigia/core/kernel';
import type { WebSocket } from 'ws';
import { openBody, portfolioBody, profitBody } from './contract-body.ts';
import { RequestCounter } from './limits.ts';
import type { Logins } from './logins.ts';
import { MarketCalls, tickBody } from './market-calls.ts';
import { asSecond } from './second-ticks.ts';
import { rowOf } from './symbols.ts';
import { scriptedRefusal, TradingCalls, type TradingDeps } from './trading-calls.ts';
import { type Body, error, isBody, money, type Reply, type WireError, wireId } from './wire.ts';

export type ConversationDeps = TradingDeps & { readonly logins: Logins };

type Stream = { readonly type: string; readonly about: string; readonly cancel: Cancel };

const SIGN_IN_FIRST = error('AuthorizationRequired', 'Please log in.');
/** Goes through even when everything else is refused as asked too often. */
const NEVER_LIMITED = new Set([
  'authorize',
  'time',
  'ping',
  'balance',
  'active_symbols',
  'buy',
  'proposal',
  'forget',
  'logout',
]);

/** One socket of either generation, from its opening to its end. */
export class Conversation {
  readonly #socket: WebSocket;
  readonly #deps: ConversationDeps;
  readonly #market: MarketCalls;
  readonly #trading: TradingCalls;
  readonly #counter: RequestCounter;
  readonly #streams = new Map<string, Stream>();
  /** Of those that tell what happens in the book: what they were asked for with. */
  readonly #requests = new Map<string, { type: string; about: string; request: Body }>();
  #account: Readonly<BookAccount> | null;
  #count = 0;

  /** @param account whose it is; null: nobody's (yet) */
  constructor(socket: WebSocket, account: Readonly<BookAccount> | null, deps: ConversationDeps) {
    this.#socket = socket;
    this.#account = account;
    this.#deps = deps;
    this.#market = new MarketCalls(deps.clock, deps.market, deps.generation);
    this.#trading = new TradingCalls(deps);
    this.#counter = new RequestCounter(deps.clock);
    const cancelBook = deps.book.onEvent((event) => this.#onBook(event));
    socket.on('message', (data) => this.#onText(String(data)));
    socket.once('close', () => {
      cancelBook();
      for (const { cancel } of this.#streams.values()) cancel();
    });
  }

  #onText(text: string): void {
    const request: unknown = JSON.parse(text);
    if (!isBody(request)) return;
    const call = CALLS.find((name) => request[name] !== undefined);
    if (call === undefined)
      return this.#answer('error', request, error('UnrecognisedRequest', 'Unrecognised request.'));
    if (this.#counter.isTooMany(call) || (this.#deps.script.isRateLimited && !NEVER_LIMITED.has(call)))
      return this.#answer(call, request, error('RateLimit', `You have reached the rate limit for ${call}.`));
    if (call === 'buy') return this.#buy(request);
    this.#answer(call, request, this.#reply(call, request));
  }

  #reply(call: Exclude<Call, 'buy'>, request: Body): Reply {
    switch (call) {
      case 'ping':
        return { payload: { ping: 'pong' } };
      case 'time':
        return { payload: { time: Math.floor(this.#deps.clock.now() / 1_000) } };
      case 'authorize':
        return this.#authorize(request);
      case 'logout':
        this.#account = null;
        return { payload: { logout: 1 } };
      case 'balance':
        return this.#balance(request);
      case 'active_symbols':
        return this.#market.activeSymbols();
      case 'contracts_for':
        return this.#market.contractsFor(request['contracts_for']);
      case 'ticks':
        return this.#ticks(request);
      case 'ticks_history':
        return this.#history(request);
      case 'proposal':
        return this.#trading.proposal(request);
      case 'proposal_open_contract':
        return this.#openContract(request);
      case 'portfolio':
        return this.#portfolio();
      case 'profit_table':
        return this.#profitTable(request);
      case 'forget':
        return { payload: { forget: this.#forget(String(request['forget'])) ? 1 : 0 } };
      case 'forget_all':
        return { payload: { forget_all: this.#forgetAll([request['forget_all']].flat()) } };
      default:
        return assertNever(call);
    }
  }

  #authorize({ authorize }: Body): Reply {
    const fault = this.#deps.script.takeLoginFault();
    if (fault?.kind === 'rate_limited') return error('RateLimit', 'You have reached the rate limit for authorize.');
    const account = this.#deps.generation === 'v3' ? this.#deps.logins.ofToken(authorize) : null;
    if (account === null || fault) return error('InvalidToken', 'The token is invalid.');
    this.#account = account;
    const { accountId: loginid, balanceMinor, currency, kind } = account;
    const isVirtual = kind === 'demo' ? 1 : 0;
    const listed = { loginid, is_virtual: isVirtual, currency, account_type: 'binary', is_disabled: 0 };
    return {
      payload: {
        authorize: {
          ...{ loginid, balance: money(balanceMinor), currency, is_virtual: isVirtual, country: 'es' },
          ...{ email: 'persona@example.com', scopes: ['read', 'trade'], account_list: [listed] },
        },
      },
    };
  }

  #balance(request: Body): Reply {
    if (!this.#account) return SIGN_IN_FIRST;
    const { accountId } = this.#account;
    const id = request['subscribe'] === 1 ? this.#stream('balance', accountId, request, () => undefined) : null;
    return this.#withId({ payload: { balance: this.#balanceBody(id) } }, id);
  }

  #ticks(request: Body): Reply {
    const first = this.#market.tick(request['ticks']);
    if ('error' in first || request['subscribe'] !== 1) return first;
    return this.#withId(first, this.#streamTicks(request['ticks'], request));
  }

  #history(request: Body): Reply {
    const reply = this.#market.history(request);
    if ('error' in reply || request['subscribe'] !== 1) return reply;
    if (request['style'] === 'candles') return error('InputValidationFailed', 'streams of candles are not simulated');
    return this.#withId(reply, this.#streamTicks(request['ticks_history'], request));
  }

  #streamTicks(symbol: unknown, request: Body): string | null {
    const row = rowOf(symbol);
    if (!row) return null;
    const { market, clock } = this.#deps;
    let lastS = asSecond(market.lastTick(row.ours, clock.now())).epoch;
    const id = this.#nextId();
    const cancel = market.stream(row.ours, (tick) => {
      const asset = market.asset(row.ours);
      const { epoch, quote } = asSecond(tick);
      if (!asset?.isOpen || epoch <= lastS) return;
      lastS = epoch;
      this.#push('tick', request, id, { tick: { ...tickBody(row, asset, { epoch, quote }), id } });
    });
    this.#streams.set(id, { type: 'ticks', about: row.theirs, cancel });
    return id;
  }

  #openContract(request: Body): Reply {
    if (!this.#account) return SIGN_IN_FIRST;
    const contract = this.#contract(String(request['contract_id']));
    if (!contract) return error('ContractNotFound', 'Contract is not found.');
    const id = request['subscribe'] === 1 && !contract.result ? this.#streamContract(contract, request) : null;
    return this.#withId({ payload: { proposal_open_contract: this.#openBody(contract, id) } }, id);
  }

  #portfolio(): Reply {
    if (!this.#account) return SIGN_IN_FIRST;
    const open = this.#deps.book.contractsOf(this.#account.accountId).filter(({ result }) => result === null);
    return { payload: { portfolio: { contracts: open.map((one) => portfolioBody(one, this.#deps.generation)) } } };
  }

  #profitTable(request: Body): Reply {
    if (!this.#account) return SIGN_IN_FIRST;
    const fromMs = Number(request['date_from'] ?? 0) * 1_000;
    const closed = this.#deps.book
      .contractsOf(this.#account.accountId)
      .filter(({ result, openedAtMs }) => result !== null && openedAtMs >= fromMs);
    const sorted = request['sort'] === 'ASC' ? closed : closed.toReversed();
    const offset = Number(request['offset'] ?? 0);
    const page = sorted.slice(offset, offset + Number(request['limit'] ?? 50));
    return { payload: { profit_table: { count: page.length, transactions: page.map(profitBody) } } };
  }

  /** Asks the script what goes wrong with this order. */
  #buy(request: Body): void {
    const account = this.#account;
    if (!account) return this.#answer('buy', request, SIGN_IN_FIRST);
    const fault = this.#deps.script.takeOrderFault();
    if (fault?.kind === 'refuse') return this.#answer('buy', request, { error: scriptedRefusal(fault.as) });
    if (fault?.kind === 'ignore') return;
    if (fault?.kind === 'cut_before_booking') return this.#socket.terminate();
    const booked = this.#trading.buy(account, request);
    if (!booked.ok) return this.#answer('buy', request, { error: booked.error });
    this.#acknowledge(request, booked.value, fault);
  }

  #acknowledge(request: Body, contract: Readonly<BookContract>, fault: BookedFault | null): void {
    acknowledgeAs(fault, this.#deps.clock, {
      acknowledge: () => {
        const id = request['subscribe'] === 1 ? this.#streamContract(contract, request) : null;
        this.#answer('buy', request, this.#withId(this.#trading.bought(contract), id));
        if (id !== null) this.#pushContract(contract, request, id);
      },
      again: () => this.#answer('buy', request, this.#trading.bought(contract)),
      cut: () => this.#socket.terminate(),
      // Only what was written before it gets through.
      end: () => this.#socket.close(1012),
    });
  }

  #onBook(event: BookEvent): void {
    if (event.kind === 'balance') {
      if (event.account.accountId !== this.#account?.accountId) return;
      for (const [id, { type, request }] of this.#requests) {
        if (type === 'balance') this.#push('balance', request, id, { balance: this.#balanceBody(id) });
      }
    } else if (event.kind === 'settled') {
      for (const [id, { about, request }] of this.#requests) {
        if (about === event.contract.contractId) this.#pushContract(event.contract, request, id);
      }
    }
  }

  #stream(type: string, about: string, request: Body, cancel: Cancel): string {
    const id = this.#nextId();
    this.#streams.set(id, { type, about, cancel });
    this.#requests.set(id, { type, about, request });
    return id;
  }

  #streamContract(contract: Readonly<BookContract>, request: Body): string {
    return this.#stream('proposal_open_contract', contract.contractId, request, () => undefined);
  }

  #pushContract(contract: Readonly<BookContract>, request: Body, id: string): void {
    const body = this.#openBody(contract, id);
    this.#deps.script.deliver(() =>
      this.#push('proposal_open_contract', request, id, { proposal_open_contract: body }),
    );
  }

  #forget(id: string): boolean {
    this.#streams.get(id)?.cancel();
    this.#requests.delete(id);
    return this.#streams.delete(id);
  }

  #forgetAll(types: readonly unknown[]): readonly string[] {
    const ids = [...this.#streams].filter(([, { type }]) => types.includes(type)).map(([id]) => id);
    for (const id of ids) this.#forget(id);
    return ids;
  }

  #contract(contractId: string): Readonly<BookContract> | undefined {
    const contract = this.#deps.book.contract(contractId);
    return contract?.accountId === this.#account?.accountId ? contract : undefined;
  }

  #openBody(contract: Readonly<BookContract>, id: string | null): Body {
    const body = openBody(contract, this.#deps.generation, this.#deps.clock.now());
    return id === null ? body : { ...body, id };
  }

  #balanceBody(id: string | null): Body {
    const account = this.#account && this.#deps.book.account(this.#account.accountId);
    const body = {
      balance: money(account?.balanceMinor ?? 0),
      currency: account?.currency ?? '',
      loginid: account?.accountId ?? '',
    };
    return id === null ? body : { ...body, id };
  }

  #withId(reply: Reply, id: string | null): Reply {
    return 'error' in reply || id === null ? reply : { ...reply, subscriptionId: id };
  }

  #nextId(): string {
    this.#count += 1;
    return wireId(this.#count);
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
    const echo = request['authorize'] === undefined ? request : { ...request, authorize: '<not shown>' };
    const known = { ...(reqId === undefined ? {} : { req_id: reqId }), ...(passthrough ? { passthrough } : {}) };
    this.#socket.send(JSON.stringify({ echo_req: echo, msg_type: msgType, ...known, ...body }));
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
] as const;
type Call = (typeof CALLS)[number];

/** Where the answer is not called as the question is. */
const MSG_TYPES: Readonly<Record<string, string>> = { ticks: 'tick', ticks_history: 'history' };
