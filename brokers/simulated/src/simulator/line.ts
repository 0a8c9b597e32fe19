import {
  acknowledgeAs,
  type BookContract,
  type BookRefusal,
  type ContractBook,
  type ContractBookEvent,
  type FaultScript,
  minorOfAmount,
  type SimulatedMarket,
} from '@vigia/broker-kit/simulator';
import { type Cancel, type Clock, minorUnits } from '@vigia/core/kernel';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/money';
import { accountOnWire, assetOnWire, contractOnWire, TERMS } from './rows.ts';

/** The part of a WebSocket that this file uses. */
type Socket = {
  send(data: string): void;
  terminate(): void;
  on(event: 'message', listener: (data: unknown) => void): unknown;
  once(event: 'close', listener: () => void): unknown;
};

type SimulatedBroker = {
  readonly clock: Clock;
  readonly market: SimulatedMarket;
  readonly book: ContractBook;
  readonly script: FaultScript;
  readonly loginId: string;
};

const FREE_CALLS = new Set(['accounts', 'assets', 'time', 'order', 'subscribe', 'unsubscribe']);

const REFUSALS: Readonly<Record<BookRefusal, string>> = {
  unknown_account: 'account',
  unknown_symbol: 'symbol',
  market_closed: 'closed',
  stake_out_of_range: 'stake',
  insufficient_funds: 'no_money',
  invalid_expiry: 'length',
};
const WORDS: Readonly<Record<string, string>> = {
  insufficient_funds: 'no_money',
  market_closed: 'closed',
  stake_out_of_range: 'stake',
  invalid_duration: 'length',
  price_moved: 'moved',
  rate_limited: 'too_often',
};

/** One signed-in connection. Answers calls from the contract book and sends changes of accounts and contracts. */
export class Line {
  readonly #socket: Socket;
  readonly #broker: SimulatedBroker;
  readonly #streams = new Map<string, Cancel>();

  constructor(socket: Socket, broker: SimulatedBroker) {
    this.#socket = socket;
    this.#broker = broker;
    const { book, market } = broker;
    const cancels = [book.onEvent((event) => this.#onBook(event)), market.onChange(() => this.#pushAssets())];
    socket.once('close', () => {
      for (const cancel of [...cancels, ...this.#streams.values()]) cancel();
    });
    socket.on('message', (data) => this.#onCall(JSON.parse(String(data))));
  }

  #onCall(call: Readonly<Record<string, unknown>>): void {
    const name = String(call['call']);
    const id = Number(call['id']);
    if (this.#broker.script.isRateLimited && !FREE_CALLS.has(name)) return this.#send({ id, error: 'too_often' });
    if (name === 'order') return this.#onOrder(id, call);
    this.#send({ id, data: this.#answer(name, call) });
  }

  #answer(name: string, call: Readonly<Record<string, unknown>>): unknown {
    const { market, book, clock } = this.#broker;
    const symbol = String(call['symbol']);
    const fromMs = Number(call['from_ms']);
    const toMs = Number(call['to_ms']);
    switch (name) {
      case 'accounts':
        return this.#accounts();
      case 'assets':
        return market.assets().map((asset) => assetOnWire(asset, this.#currency()));
      case 'time':
        return { now_ms: clock.now() };
      case 'contracts':
        return book
          .contractsOf(String(call['account']))
          .filter((contract) => contract.loginId === this.#broker.loginId)
          .filter(({ openedAtMs }) => openedAtMs >= Number(call['since_ms']))
          .map((contract) => this.#broker.script.listed(contractOnWire(contract, this.#currencyOf(contract)), TERMS));
      case 'ticks': {
        const ticks = market.ticks(symbol, fromMs, toMs);
        return Array.from(ticks.timeMs, (timeMs, row) => [timeMs, ticks.price[row]]);
      }
      case 'candles':
        return market
          .candles(symbol, Number(call['seconds']), fromMs, toMs)
          .map(({ time, open, high, low, close }) => [time, open, high, low, close]);
      case 'subscribe':
        this.#streams.get(symbol)?.();
        this.#streams.set(
          symbol,
          market.stream(symbol, ({ timeMs, price }) => this.#send({ event: 'tick', symbol, data: [timeMs, price] })),
        );
        return null;
      case 'unsubscribe':
        this.#streams.get(symbol)?.();
        return null;
      default:
        return null;
    }
  }

  #onOrder(id: number, call: Readonly<Record<string, unknown>>): void {
    const fault = this.#broker.script.takeOrderFault();
    if (fault?.kind === 'ignore') return;
    if (fault?.kind === 'cut_before_booking') return this.#socket.terminate();
    if (fault?.kind === 'refuse') return this.#send({ id, error: WORDS[fault.as] ?? 'no' });
    const { book, clock, loginId } = this.#broker;
    const accountId = String(call['account']);
    const account = book.account(accountId);
    if (account?.loginId !== loginId) return this.#send({ id, error: 'account' });
    const stakeMinor = minorOfAmount(Number(call['stake']), account.currency);
    if (Number.isNaN(stakeMinor)) return this.#send({ id, error: 'stake' });
    const booked = book.place({
      accountId,
      symbol: String(call['symbol']),
      direction: call['side'] === 'up' ? 'CALL' : 'PUT',
      stakeMinor: minorUnits(stakeMinor),
      expiryMs: clock.now() + Number(call['seconds']) * 1000,
      tag: null,
    });
    if (!booked.ok) return this.#send({ id, error: REFUSALS[booked.error] });
    acknowledgeAs(fault, clock, {
      acknowledge: () => this.#send({ id, data: contractOnWire(booked.value, account.currency) }),
      cut: () => this.#socket.terminate(),
    });
  }

  #onBook(event: ContractBookEvent): void {
    const { loginId, script } = this.#broker;
    if (event.kind === 'balance') {
      if (event.account.loginId === loginId) this.#send({ event: 'accounts', data: this.#accounts() });
    } else if (event.contract.loginId === loginId) {
      // The contract is read now, because a delayed message must not contain later changes.
      const data = contractOnWire(event.contract, this.#currencyOf(event.contract));
      script.deliver(() => this.#send({ event: 'contract', data }));
    }
  }

  /** Returns the currency of the stake limits for this login. */
  #currency(): Currency {
    return this.#broker.book.accountsOf(this.#broker.loginId)[0]?.currency ?? PAPER_CURRENCY;
  }

  #currencyOf({ accountId }: Readonly<BookContract>): Currency {
    return this.#broker.book.account(accountId)?.currency ?? PAPER_CURRENCY;
  }

  #pushAssets(): void {
    this.#send({
      event: 'assets',
      data: this.#broker.market.assets().map((asset) => assetOnWire(asset, this.#currency())),
    });
  }

  #accounts(): readonly unknown[] {
    return this.#broker.book.accountsOf(this.#broker.loginId).map(accountOnWire);
  }

  #send(message: unknown): void {
    this.#socket.send(JSON.stringify(message));
  }
}
