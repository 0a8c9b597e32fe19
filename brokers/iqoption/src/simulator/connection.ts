import {
  acknowledgeAs,
  type BookAccount,
  type BookContract,
  type ContractBookEvent,
} from '@vigia/broker-kit/simulator';
import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { WebSocket } from 'ws';
import { symbolOf } from './actives.ts';
import { answerTo, RESULT_ONLY } from './calls.ts';
import { quoteRow, runningCandle } from './prices.ts';
import { buy } from './purchases.ts';
import { balanceRow, optionRow } from './rows.ts';
import { positionStates, sell } from './sales.ts';
import type { SimulatedBroker } from './simulated-broker.ts';
import { type Answer, type ClientFrame, clientFrame, data, type Fields, fieldsOf, refusal } from './wire.ts';
import { type Words, wordsFor } from './words.ts';

const TIME_SYNC_MS = 1_000;
const HEARTBEAT_MS = 30_000;
const ORDER = 'binary-options.open-option';
const SALE = 'binary-options.sell-options';
const WATCH_POSITIONS = 'portfolio.subscribe-positions';
const STATES_MS = 1_000;

/** One client from its upgrade on. */
export class Connection {
  readonly #broker: SimulatedBroker;
  readonly #socket: WebSocket;
  readonly #timers: Cancel[];
  readonly #streams = new Map<string, Cancel>();
  readonly #events = new Set<string>();
  /** Positions whose running results are sent. */
  #watched: ReadonlySet<string> = new Set();
  #loginId: string | null = null;

  constructor(broker: SimulatedBroker, socket: WebSocket) {
    const { clock, book } = broker;
    this.#broker = broker;
    this.#socket = socket;
    this.#timers = [
      clock.every(durationMs(TIME_SYNC_MS), () => this.#send({ name: 'timeSync', msg: clock.now() })),
      clock.every(durationMs(HEARTBEAT_MS), () => this.#send({ name: 'heartbeat', msg: clock.now() })),
      clock.every(durationMs(STATES_MS), () => this.#tellStates()),
      book.onEvent((event) => this.#onBook(event)),
      broker.onSold((contract) => this.#tellPosition(contract)),
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
    // A client gets no answer until it has authenticated.
    if (loginId === null) return;
    switch (frame.name) {
      case 'setOptions':
        return this.#answer(frame, RESULT_ONLY);
      case 'subscribeMessage':
        return this.#subscribe(frame);
      case 'unsubscribeMessage':
        return this.#unsubscribe(frame);
      case 'sendMessage':
        if (frame.msg['name'] === ORDER) return this.#order(frame, loginId);
        if (frame.msg['name'] === SALE) return this.#sale(frame, loginId);
        if (frame.msg['name'] === WATCH_POSITIONS) this.#watchPositions(frame.msg);
        return this.#answer(frame, answerTo(this.#broker, loginId, frame.msg));
      default:
    }
  }

  #authenticate({ requestId, msg }: ClientFrame): void {
    this.#loginId = this.#broker.signIn.loginOf(msg['ssid']);
    // A refusal does not name the request.
    if (this.#loginId === null) return this.#send({ name: 'authenticated', msg: false });
    this.#send({ name: 'authenticated', request_id: requestId, msg: true, client_session_id: '', session_id: '' });
  }

  #order(frame: ClientFrame, loginId: string): void {
    const fault = this.#broker.script.takeOrderFault();
    if (fault?.kind === 'cut_before_booking') return this.cut();
    if (fault?.kind === 'ignore') return;
    if (fault?.kind === 'refuse') return this.#answer(frame, noOption(wordsFor(fault.as)));
    const bought = buy(this.#broker, loginId, fieldsOf(frame.msg['body']));
    if (!bought.ok) return this.#answer(frame, noOption(bought.error));
    const { contract, kind } = bought.value;
    const answer = data(
      'option',
      optionRow(contract, this.#broker.currencyOf(contract.accountId), kind, this.#broker.userIdOf(loginId)),
    );
    acknowledgeAs(fault, this.#broker.clock, {
      acknowledge: () => this.#answer(frame, answer),
      cut: () => this.cut(),
      end: () => this.#socket.close(1012),
    });
  }

  /** Applies the scripted fault of this sale. */
  #sale(frame: ClientFrame, loginId: string): void {
    const fault = this.#broker.script.takeSaleFault();
    if (fault?.kind === 'cut_before_booking') return this.cut();
    if (fault?.kind === 'ignore') return;
    if (fault?.kind === 'refuse') return this.#answer(frame, noOption(wordsFor(fault.as)));
    const answer = sell(this.#broker, loginId, fieldsOf(frame.msg['body']));
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
    if (positions.length > 0) this.#event('portfolio', 'positions-state', { positions });
  }

  #subscribe(frame: ClientFrame): void {
    const event = eventOf(frame.msg);
    const { active_id, size } = filtersOf(frame.msg);
    const symbol = symbolOf(active_id);
    const isOfPrices = event === 'quote-generated' || event === 'candle-generated';
    if (isOfPrices && symbol === undefined)
      return this.#answer(frame, refusal('result', 4_004, 'Active was not found.'));
    this.#answer(frame, RESULT_ONLY);
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

  #unsubscribe(frame: ClientFrame): void {
    const key = keyOf(frame.msg);
    this.#streams.get(key)?.();
    this.#streams.delete(key);
    this.#events.delete(eventOf(frame.msg));
    this.#answer(frame, RESULT_ONLY);
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
    if (account.loginId !== this.#loginId || !this.#events.has('balance-changed')) return;
    const userId = this.#broker.userIdOf(account.loginId);
    const current = balanceRow(account, userId, this.#broker.quirks);
    this.#event('balances', 'balance-changed', { current_balance: current, user_id: userId });
  }

  /** Sends a contract that began or ended. */
  #tellPosition(contract: Readonly<BookContract>): void {
    const position = this.#broker.position(contract);
    if (!position || contract.loginId !== this.#loginId || !this.#events.has('position-changed')) return;
    this.#broker.script.deliver(() => this.#event('portfolio', 'position-changed', position.row));
  }

  /** If the client set `sendResults`, an acknowledgement of the request precedes the answer. */
  #answer({ requestId }: ClientFrame, answer: Answer): void {
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
    this.#socket.send(JSON.stringify(frame));
  }
}

const noOption = ({ status, message }: Words): Answer => refusal('option', status, message);

/** `portfolio.position-changed` and `position-changed` are the same event. */
const eventOf = ({ name }: Fields): string => String(name).replace(/^.*\./, '');
const filtersOf = ({ params }: Fields): Fields => fieldsOf(fieldsOf(params)['routingFilters']);
const keyOf = (msg: Fields): string => `${eventOf(msg)} ${JSON.stringify(filtersOf(msg))}`;
