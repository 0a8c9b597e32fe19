import {
  type AcceptedOrderFault,
  acknowledgeAs,
  amountOf,
  type BookAccount,
  type BookContract,
  type BookRefusal,
  type ContractBook,
  type ContractBookEvent,
  type Deviation,
  type FaultScript,
  minorOfAmount,
  type SimulatedMarket,
} from '@vigia/broker-kit/simulator';
import { type Cancel, type Clock, minorUnits } from '@vigia/core/kernel';
import { Charts } from './charts.ts';
import { deviatedEvent } from './deviations.ts';
import { EngineSocket, type RawSocket } from './engine-socket.ts';
import { setDemoBalance } from './practice-reset.ts';
import type { QuotexQuirks } from './quirks.ts';
import { balancesMessage, deal, instrumentRow, ourSymbol, profile, TERMS } from './wire.ts';

export type SimulatedBroker = {
  readonly clock: Clock;
  readonly market: SimulatedMarket;
  readonly book: ContractBook;
  readonly script: FaultScript;
  readonly quirks: Readonly<QuotexQuirks>;
  readonly deviations: ReadonlySet<Deviation>;
  /** Returns the login of a session token; null if the session has ended. */
  loginOf(token: string): string | null;
};

type Body = Readonly<Record<string, unknown>>;

const REFUSALS: Readonly<Record<BookRefusal, string>> = {
  unknown_account: 'account',
  unknown_symbol: 'asset_unavailable',
  market_closed: 'asset_closed',
  stake_out_of_range: 'amount_limit',
  insufficient_funds: 'not_money',
  invalid_expiry: 'expiration',
};
const WORDS: Readonly<Record<string, string>> = {
  insufficient_funds: 'not_money',
  market_closed: 'asset_closed',
  stake_out_of_range: 'amount_limit',
  invalid_duration: 'expiration',
  price_moved: 'profit_changed',
  rate_limited: 'too_many_requests',
};
const TIMER = 100;
const GRID = 1;
/** Refusals that sources show. */
const KNOWN_REFUSALS = new Set(['not_money', 'expiration']);
const CLOSED_LISTED = 20;
const MIN_S = 5;
const MAX_S = 86_400;

/** The server side of one client socket: authorization, charts, and orders settled by the contract book. */
export class SimulatedQuotexSocket {
  readonly #broker: SimulatedBroker;
  readonly #socket: EngineSocket;
  readonly #charts: Charts;
  readonly #cancels: readonly Cancel[];
  #loginId: string | null = null;
  #isDemo = true;
  readonly #followed = new Set<string>();

  constructor(raw: RawSocket, sid: string, broker: SimulatedBroker) {
    this.#broker = broker;
    const deviate = (name: string, payload: unknown) => deviatedEvent(name, payload, broker.deviations);
    this.#socket = new EngineSocket(raw, broker.clock, sid, {
      deviate,
      onEvent: (name, [body]) => this.#onEvent(name, typeof body === 'object' && body ? { ...body } : { value: body }),
      onClose: () => this.#end(),
    });
    this.#charts = new Charts(broker, this.#socket);
    this.#cancels = [
      broker.book.onEvent((event) => this.#onBook(event)),
      broker.market.onChange(() => this.#sendInstruments()),
      broker.script.onExpire(() => this.#socket.dismiss()),
    ];
  }

  #onEvent(name: string, body: Body): void {
    if (name === 'authorization') return this.#authorize(body);
    if (this.#loginId === null) return;
    switch (name) {
      case 'instruments/get':
        return this.#sendInstruments();
      case 'instruments/update':
        return this.#charts.turnTo(String(body['asset']), Number(body['period']));
      case 'instruments/unsubscribe':
        return this.#charts.leave(String(body['asset']));
      case 'history/load':
        return this.#charts.sendCandles(body);
      case 'account/change':
        this.#isDemo = body['demo'] === 1;
        this.#socket.sendText('s_account/change', { demo: body['demo'], tournamentId: 0 });
        return this.#socket.sendBinary('s_balance/list', balancesMessage(this.#accounts()));
      case 'demo/refill':
        return this.#refill(body['value']);
      case 'instruments/follow':
        return void this.#followed.add(String(body['value']));
      case 'settings/apply':
        return void this.#followed.add(assetOfSettings(body));
      case 'orders/open':
        return this.#onOrder(body);
    }
  }

  #authorize(body: Body): void {
    const loginId = this.#broker.loginOf(String(body['session']));
    if (loginId === null) return this.#socket.sendText('authorization/reject');
    this.#loginId = loginId;
    this.#isDemo = body['isDemo'] === 1;
    this.#socket.sendText('s_authorization');
    this.#socket.sendBinary('settings/list', profile(loginId, this.#accounts()));
    this.#socket.sendBinary('s_balance/list', balancesMessage(this.#accounts()));
    if (!this.#broker.script.areListsLeftOut) this.#sendOrders();
  }

  #refill(amount: unknown): void {
    if (!setDemoBalance(this.#broker.book, this.#account(true), amount)) return;
    this.#socket.sendBinary('s_balance/list', balancesMessage(this.#accounts()));
  }

  #sendOrders(): void {
    const contracts = this.#broker.book
      .contractsOf(this.#account().accountId)
      .filter((one) => this.#broker.script.isListed(one));
    const isOpen = ({ result }: Readonly<BookContract>) => result === null;
    this.#socket.sendBinary(
      'orders/opened/list',
      contracts.filter(isOpen).map((contract) => this.#listed(contract)),
    );
    const ended = contracts.filter((contract) => !isOpen(contract)).slice(-CLOSED_LISTED);
    this.#socket.sendBinary(
      'orders/closed/list',
      ended.map((contract) => this.#listed(contract)),
    );
  }

  #sendInstruments(): void {
    if (this.#loginId !== null)
      this.#socket.sendBinary('instruments/list', this.#broker.market.assets().map(instrumentRow));
  }

  #onOrder(body: Body): void {
    if (!this.#isTaken(body)) return;
    const fault = this.#broker.script.takeOrderFault();
    if (fault?.kind === 'ignore') return;
    if (fault?.kind === 'cut_before_booking') return this.#socket.cut();
    if (fault?.kind === 'refuse') return this.#refuse(body, WORDS[fault.as] ?? 'error');
    const lengthMs = this.#lengthMs(body);
    if (!(lengthMs >= MIN_S * 1000 && lengthMs <= MAX_S * 1000)) return this.#refuse(body, 'expiration');
    const { accountId, currency } = this.#account(body['isDemo'] === 1);
    const stakeMinor = minorOfAmount(Number(body['amount']), currency);
    if (Number.isNaN(stakeMinor)) return this.#refuseUnlessSilent(body, 'amount');
    const booked = this.#broker.book.place({
      accountId,
      symbol: ourSymbol(String(body['asset'])),
      direction: body['action'] === 'call' ? 'CALL' : 'PUT',
      stakeMinor: minorUnits(stakeMinor),
      expiryMs: this.#broker.clock.now() + lengthMs,
      tag: String(body['requestId']),
    });
    if (this.#broker.deviations.has('unknown_message')) this.#socket.sendText('s_orders/repriced', {});
    if (booked.ok) this.#acknowledge(booked.value, fault);
    else this.#refuseUnlessSilent(body, REFUSALS[booked.error]);
  }

  /** Returns whether the simulator handles the order. It does not answer other orders. */
  #isTaken(body: Body): boolean {
    const { timers, needsFollow } = this.#broker.quirks;
    const asset = String(body['asset']);
    const isTimer = body['optionType'] === TIMER;
    const isStyleTaken = isTimer ? timers === 'all' || asset.endsWith('_otc') : body['optionType'] === GRID;
    return isStyleTaken && (!needsFollow || this.#followed.has(asset));
  }

  /**
   * Returns the duration of an order. The `time` of a timer is its duration; the `time` of another order is its end.
   */
  #lengthMs(body: Body): number {
    const time = Number(body['time']);
    return body['optionType'] === TIMER ? time * 1000 : time * 1000 - this.#broker.clock.now();
  }

  #refuseUnlessSilent(body: Body, error: string): void {
    if (this.#broker.quirks.refusals === 'all' || KNOWN_REFUSALS.has(error)) this.#refuse(body, error);
  }

  #refuse(body: Body, error: string): void {
    const { isDemo, requestId, amount, asset, time } = body;
    this.#socket.sendBinary('f_orders/open', { error, isDemo, requestId, amount, asset, time });
  }

  #acknowledge(contract: Readonly<BookContract>, fault: AcceptedOrderFault | null): void {
    const { balanceMinor, currency } = this.#account();
    const ack = { ...this.#deal(contract), accountBalance: amountOf(balanceMinor, currency) };
    acknowledgeAs(fault, this.#broker.clock, {
      acknowledge: () => this.#socket.sendBinary('s_orders/open', ack),
      cut: () => this.#socket.cut(),
    });
  }

  #onBook(event: ContractBookEvent): void {
    if (this.#loginId === null) return;
    if (event.kind === 'balance') {
      if (event.account.loginId === this.#loginId) this.#sendBalances();
    } else if (event.kind === 'settled' && event.contract.loginId === this.#loginId) {
      const ended = this.#deal(event.contract);
      this.#broker.script.deliver(() => this.#sendOften('s_orders/close', { profit: ended.profit, deals: [ended] }));
    }
  }

  #sendBalances(): void {
    this.#sendOften('s_balance/list', balancesMessage(this.#accounts()));
  }

  /** Sends an event which, according to some sources, comes without its header. */
  #sendOften(name: string, payload: unknown): void {
    if (this.#broker.quirks.hasBareFrames) this.#socket.sendBare(payload);
    else this.#socket.sendBinary(name, payload);
  }

  #listed(contract: Readonly<BookContract>): object {
    return this.#broker.script.listed(this.#deal(contract), TERMS);
  }

  #deal(contract: Readonly<BookContract>) {
    return deal(contract, this.#broker.book.account(contract.accountId) ?? this.#account());
  }

  #accounts(): readonly Readonly<BookAccount>[] {
    return this.#broker.book.accountsOf(this.#loginId ?? '');
  }

  #account(isDemo = this.#isDemo): Readonly<BookAccount> {
    const account = this.#accounts().find(({ kind }) => kind === (isDemo ? 'demo' : 'real'));
    if (!account) throw new Error('a login has both accounts');
    return account;
  }

  #end(): void {
    for (const cancel of this.#cancels) cancel();
    this.#charts.end();
  }
}

/** Returns the asset of `settings/apply`, which is `currentAsset.symbol` in the payload. */
function assetOfSettings({ settings }: Body): string {
  const { currentAsset } = { currentAsset: null, ...fieldsOf(settings) };
  return String(fieldsOf(currentAsset)['symbol']);
}

const fieldsOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? { ...value } : {});
