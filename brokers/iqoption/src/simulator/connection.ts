import {
  acknowledgeAs,
  type BookAccount,
  type BookContract,
  type ContractBookEvent,
  type MarketAsset,
  PageResponses,
} from '@vigia/broker-kit/simulator';
import { type Cancel, durationMs, ok, type Result } from '@vigia/core/kernel';
import type { WebSocket } from 'ws';
import { isSoldAs, symbolOf, underlyingsOf } from './actives.ts';
import { RESULT_WITHOUT_DATA, responseTo } from './calls.ts';
import { deviatedFrame } from './deviations.ts';
import { buyDigital, clientPrices, newInstruments } from './digital.ts';
import { marginalBalanceRow } from './money-calls.ts';
import { quoteRow, runningCandle } from './prices.ts';
import { buy } from './purchases.ts';
import { balanceRow, type DigitalOrder, digitalOrderRow, optionRow } from './rows.ts';
import { closeDigital, positionStates, sell } from './sales.ts';
import type { SimulatedBroker } from './simulated-broker.ts';
import { type ClientFrame, clientFrame, data, type Fields, fieldsOf, type MethodResponse, refusal } from './wire.ts';
import { type RefusalText, refusalTextOf, TOO_MANY_REQUESTS } from './words.ts';

const TIME_SYNC_MS = 1_000;
const HEARTBEAT_MS = 30_000;
const ORDER = 'binary-options.open-option';
const DIGITAL_ORDER = 'digital-options.place-digital-option';
const SALE = 'binary-options.sell-options';
const DIGITAL_SALE = 'digital-options.close-position';
const DIGITAL_PRICES = 'digital-option-client-price-generated';
const DIGITAL_PRICES_MS = 1_000;
const DIGITAL_INSTRUMENTS = 'instrument-generated';
const MARGIN_BALANCE = 'marginal-portfolio.balance-changed';
const WATCH_POSITIONS = 'portfolio.subscribe-positions';
const STATES_MS = 1_000;
const CANDLES = 'quotes-history.get-candles';

/** One client connection, from its WebSocket upgrade on. */
export class SimulatedIqOptionSocket {
  readonly #broker: SimulatedBroker;
  readonly #socket: WebSocket;
  readonly #timers: Cancel[];
  readonly #streams = new Map<string, Cancel>();
  readonly #events = new Set<string>();
  /** Positions whose current results the client receives. */
  #watched: ReadonlySet<string> = new Set();
  #loginId: string | null = null;
  readonly #pages: PageResponses<MethodResponse>;

  constructor(broker: SimulatedBroker, socket: WebSocket) {
    const { clock, book, market } = broker;
    this.#broker = broker;
    this.#socket = socket;
    this.#pages = new PageResponses(broker.script);
    this.#timers = [
      clock.every(durationMs(TIME_SYNC_MS), () => this.#send({ name: 'timeSync', msg: clock.now() })),
      clock.every(durationMs(HEARTBEAT_MS), () => this.#send({ name: 'heartbeat', msg: clock.now() })),
      clock.every(durationMs(STATES_MS), () => this.#tellStates()),
      book.onEvent((event) => this.#onBook(event)),
      broker.onSold((contract) => this.#tellPosition(contract)),
      broker.onOrdered((order) => this.#tellOrder(order)),
      market.onChange((asset) => this.#tellUnderlying(asset)),
    ];
    socket.on('message', (text) => this.#onMessage(clientFrame(String(text))));
    socket.once('close', () => {
      for (const cancel of [...this.#timers, ...this.#streams.values()]) cancel();
    });
  }

  cut(): void {
    this.#socket.terminate();
  }

  #onMessage(frame: ClientFrame): void {
    if (frame.name === 'authenticate') return this.#authenticate(frame);
    const loginId = this.#loginId;
    // A client gets no response until it has authenticated.
    if (loginId === null) return;
    switch (frame.name) {
      case 'setOptions':
        return this.#answer(frame, RESULT_WITHOUT_DATA);
      case 'subscribeMessage':
        return this.#subscribe(frame);
      case 'unsubscribeMessage':
        return this.#unsubscribe(frame);
      case 'sendMessage':
        if (frame.msg['name'] === ORDER) return this.#order(frame, loginId);
        if (frame.msg['name'] === DIGITAL_ORDER) return this.#order(frame, loginId);
        if (frame.msg['name'] === SALE || frame.msg['name'] === DIGITAL_SALE) return this.#sale(frame, loginId);
        if (frame.msg['name'] === WATCH_POSITIONS) this.#watchPositions(frame.msg);
        return this.#reply(frame, responseTo(this.#broker, loginId, frame.msg));
      default:
    }
  }

  #reply(frame: ClientFrame, answer: MethodResponse): void {
    if (frame.msg['name'] !== CANDLES || answer.kind === 'error') return this.#answer(frame, answer);
    this.#pages.answer(answer, {
      send: (page) => this.#answer(frame, page),
      refuse: () => this.#answer(frame, refusal(CANDLES, TOO_MANY_REQUESTS.status, TOO_MANY_REQUESTS.message)),
      cut: () => this.cut(),
    });
  }

  #authenticate({ requestId, msg }: ClientFrame): void {
    this.#loginId = this.#broker.signIn.loginOf(msg['ssid']);
    // The refusal of an authentication does not name the request.
    if (this.#loginId === null) return this.#send({ name: 'authenticated', msg: false });
    this.#send({ name: 'authenticated', request_id: requestId, msg: true, client_session_id: '', session_id: '' });
  }

  #order(frame: ClientFrame, loginId: string): void {
    const fault = this.#broker.script.takeOrderFault();
    if (fault?.kind === 'cut_before_booking') return this.cut();
    if (fault?.kind === 'ignore') return;
    if (fault?.kind === 'refuse') return this.#answer(frame, noOption(refusalTextOf(fault.as)));
    const bought = this.#bought(frame, loginId);
    if (!bought.ok) return this.#answer(frame, noOption(bought.error));
    const answer = bought.value;
    if (this.#broker.deviations.has('unknown_message')) this.#event('portfolio', 'option-repriced', {});
    acknowledgeAs(fault, this.#broker.clock, {
      acknowledge: () => this.#answer(frame, answer),
      cut: () => this.cut(),
      end: () => this.#socket.close(1012),
    });
  }

  /** Accepts the order and returns the response with its contract. */
  #bought({ msg }: ClientFrame, loginId: string): Result<MethodResponse, RefusalText> {
    const body = fieldsOf(msg['body']);
    if (msg['name'] === DIGITAL_ORDER) {
      const placed = buyDigital(this.#broker, loginId, body);
      return placed.ok ? ok(data('digital-option-placed', { id: Number(placed.value) })) : placed;
    }
    const bought = buy(this.#broker, loginId, body);
    if (!bought.ok) return bought;
    const { contract, kind } = bought.value;
    const currency = this.#broker.currencyOf(contract.accountId);
    return ok(data('option', optionRow(contract, currency, kind, this.#broker.userIdOf(loginId))));
  }

  /** Handles a sale, with its scripted fault. */
  #sale(frame: ClientFrame, loginId: string): void {
    const fault = this.#broker.script.takeSaleFault();
    if (fault?.kind === 'cut_before_booking') return this.cut();
    if (fault?.kind === 'ignore') return;
    if (fault?.kind === 'refuse') return this.#answer(frame, noOption(refusalTextOf(fault.as)));
    const close = frame.msg['name'] === DIGITAL_SALE ? closeDigital : sell;
    const answer = close(this.#broker, loginId, fieldsOf(frame.msg['body']));
    if (answer.kind === 'error') return this.#answer(frame, answer);
    acknowledgeAs(fault, this.#broker.clock, {
      acknowledge: () => this.#answer(frame, answer),
      cut: () => this.cut(),
      end: () => this.#socket.close(1012),
    });
  }

  #watchPositions(msg: Fields): void {
    const { ids } = fieldsOf(msg['body']);
    this.#watched = new Set(Array.isArray(ids) ? ids.map(String) : []);
  }

  #tellStates(): void {
    if (this.#loginId === null || this.#watched.size === 0 || !this.#events.has('positions-state')) return;
    const positions = positionStates(this.#broker, this.#loginId, this.#watched);
    const subscription = { expires_in: 60, user_id: this.#broker.userIdOf(this.#loginId), subscription_id: 1 };
    if (positions.length > 0) this.#event('portfolio', 'positions-state', { positions, ...subscription });
  }

  #subscribe(frame: ClientFrame): void {
    const event = eventOf(frame.msg);
    const { active_id, size } = filtersOf(frame.msg);
    const symbol = symbolOf(active_id);
    const isOfPrices = event === 'quote-generated' || event === 'candle-generated';
    if (isOfPrices && symbol === undefined)
      return this.#answer(frame, refusal('result', 4_004, 'Active was not found.'));
    this.#answer(frame, RESULT_WITHOUT_DATA);
    if (event === DIGITAL_PRICES) return this.#streamDigital(frame.msg);
    if (event === DIGITAL_INSTRUMENTS) return this.#streamInstruments(frame.msg);
    if (!isOfPrices || symbol === undefined) return void this.#events.add(event);
    const { market } = this.#broker;
    const key = keyOf(frame.msg);
    this.#streams.get(key)?.();
    const cancel = market.stream(symbol, (tick) => {
      if (event === 'quote-generated') this.#event('quotes', event, quoteRow(symbol, tick));
      else this.#event('quotes', event, runningCandle(market, symbol, Number(size), tick));
    });
    this.#streams.set(key, cancel);
  }

  #streamDigital(msg: Fields): void {
    const { asset_id, instrument_index } = filtersOf(msg);
    const { market, clock } = this.#broker;
    const key = keyOf(msg);
    this.#streams.get(key)?.();
    const send = () => {
      const prices = clientPrices(market, asset_id, instrument_index, clock.now());
      if (prices) this.#event('trading-settings', DIGITAL_PRICES, prices);
    };
    this.#streams.set(key, clock.every(durationMs(DIGITAL_PRICES_MS), send));
  }

  /** Sends each instrument when it comes on sale after the subscription. */
  #streamInstruments(msg: Fields): void {
    const { asset_id } = filtersOf(msg);
    const { clock } = this.#broker;
    const key = keyOf(msg);
    this.#streams.get(key)?.();
    let seenMs = clock.now();
    const send = () => {
      const nowMs = clock.now();
      for (const instrument of newInstruments(asset_id, seenMs, nowMs))
        this.#event('digital-option-instruments', DIGITAL_INSTRUMENTS, instrument);
      seenMs = nowMs;
    };
    this.#streams.set(key, clock.every(durationMs(DIGITAL_PRICES_MS), send));
  }

  #unsubscribe(frame: ClientFrame): void {
    const key = keyOf(frame.msg);
    this.#streams.get(key)?.();
    this.#streams.delete(key);
    this.#events.delete(eventOf(frame.msg));
    this.#answer(frame, RESULT_WITHOUT_DATA);
  }

  #onBook(event: ContractBookEvent): void {
    switch (event.kind) {
      // `onSold` publishes the contract, because its product is known only then.
      case 'opened':
        return;
      case 'settled':
        return this.#tellPosition(event.contract);
      case 'balance':
        return this.#tellBalance(event.account);
    }
  }

  #tellBalance(account: Readonly<BookAccount>): void {
    if (account.loginId !== this.#loginId) return;
    if (this.#events.has(MARGIN_BALANCE))
      this.#event('marginal-portfolio', 'balance-changed', marginalBalanceRow(account, this.#broker));
    if (!this.#events.has('balance-changed')) return;
    const userId = this.#broker.userIdOf(account.loginId);
    const current = balanceRow(account, userId, this.#broker.quirks);
    this.#event('balances', 'balance-changed', { current_balance: current, user_id: userId });
  }

  /** Sends an event about a contract that has started or ended. */
  #tellPosition(contract: Readonly<BookContract>): void {
    const position = this.#broker.position(contract);
    if (!position || contract.loginId !== this.#loginId || !this.#events.has('position-changed')) return;
    this.#broker.script.deliver(() => this.#event('portfolio', 'position-changed', position.row));
  }

  #tellOrder(order: DigitalOrder): void {
    if (order.loginId !== this.#loginId || !this.#events.has('order-changed')) return;
    this.#event('portfolio', 'order-changed', digitalOrderRow(order, this.#broker.userIdOf(order.loginId)));
  }

  /** Sends an event about a digital asset that was suspended or is sold again. */
  #tellUnderlying(asset: Readonly<MarketAsset>): void {
    if (!this.#events.has('underlying-list-changed') || !isSoldAs(asset.symbol, 'digital')) return;
    const { clock, quirks } = this.#broker;
    const changed = underlyingsOf([asset], clock.now(), quirks);
    this.#event('digital-option-instruments', 'underlying-list-changed', changed);
  }

  /** Sends the response. If the client set `sendResults`, an acknowledgement of the request precedes it. */
  #answer({ requestId }: ClientFrame, answer: MethodResponse): void {
    if (answer.kind === 'error') {
      const { name, status, message } = answer;
      return this.#send({ name, request_id: requestId, status, msg: { message } });
    }
    this.#send({ name: 'result', request_id: requestId, msg: { success: true, reason: '' } });
    if (answer.kind === 'data')
      this.#send({ name: answer.name, request_id: requestId, status: 2_000, msg: answer.msg });
  }

  #event(microserviceName: string, name: string, msg: object): void {
    this.#send({ microserviceName, name, msg });
  }

  #send(frame: object): void {
    this.#socket.send(JSON.stringify(deviatedFrame(frame, this.#broker.deviations)));
  }
}

const noOption = ({ status, message }: RefusalText): MethodResponse => refusal('option', status, message);

/**
 * Returns the name of an event without its service: `portfolio.position-changed` and `position-changed` are the same
 * event. Events of margin services keep the name of their service.
 */
const eventOf = ({ name }: Fields): string => String(name).replace(/^(?!marginal-).*\./, '');
const filtersOf = ({ params }: Fields): Fields => fieldsOf(fieldsOf(params)['routingFilters']);
const keyOf = (msg: Fields): string => `${eventOf(msg)} ${JSON.stringify(filtersOf(msg))}`;
