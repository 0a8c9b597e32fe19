import { acknowledgeAs, type BookAccount, type BookContract, type BookEvent } from '@vigia/broker-kit/simulator';
import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { WebSocket } from 'ws';
import { activeDetails, initializationData, symbolOf } from './actives.ts';
import type { House } from './house.ts';
import { closedPositions, openPositions } from './portfolio.ts';
import { candles, firstCandles, quoteRow, runningCandle } from './prices.ts';
import { buy } from './purchases.ts';
import { balanceRow, optionRow } from './rows.ts';
import { type Answer, type ClientFrame, clientFrame, data, type Fields, fieldsOf, refusal } from './wire.ts';
import { TOO_OFTEN, type Words, wordsFor } from './words.ts';

const TIME_SYNC_MS = 1_000;
const HEARTBEAT_MS = 30_000;
const ORDER = 'binary-options.open-option';
const RESULT_ONLY: Answer = { kind: 'result' };

/** One client from its upgrade on. */
export class Connection {
  readonly #house: House;
  readonly #socket: WebSocket;
  readonly #timers: Cancel[];
  readonly #streams = new Map<string, Cancel>();
  readonly #events = new Set<string>();
  #loginId: string | null = null;

  constructor(house: House, socket: WebSocket) {
    const { clock, book } = house;
    this.#house = house;
    this.#socket = socket;
    this.#timers = [
      clock.every(durationMs(TIME_SYNC_MS), () => this.#send({ name: 'timeSync', msg: clock.now() })),
      clock.every(durationMs(HEARTBEAT_MS), () => this.#send({ name: 'heartbeat', msg: clock.now() })),
      book.onEvent((event) => this.#onBook(event)),
      house.onSold((contract) => this.#tellPosition(contract)),
    ];
    socket.on('message', (text) => this.#take(clientFrame(String(text))));
    socket.once('close', () => {
      for (const cancel of [...this.#timers, ...this.#streams.values()]) cancel();
    });
  }

  cut(): void {
    this.#socket.terminate();
  }

  #take(frame: ClientFrame): void {
    if (frame.name === 'authenticate') return this.#authenticate(frame);
    const loginId = this.#loginId;
    // Nobody is answered before they have said who they are.
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
        return this.#answer(frame, this.#call(loginId, frame.msg));
      default:
    }
  }

  #authenticate({ requestId, msg }: ClientFrame): void {
    this.#loginId = this.#house.signIn.loginOf(msg['ssid']);
    // A refusal does not name the request.
    if (this.#loginId === null) return this.#send({ name: 'authenticated', msg: false });
    this.#send({ name: 'authenticated', request_id: requestId, msg: true, client_session_id: '', session_id: '' });
  }

  #call(loginId: string, { name, body: unread }: Fields): Answer {
    const { market, clock, book, script } = this.#house;
    const body = fieldsOf(unread);
    const userId = this.#house.userIdOf(loginId);
    if (script.isRateLimited) return refusal(String(name), TOO_OFTEN.status, TOO_OFTEN.message);
    switch (name) {
      case 'core.get-profile': {
        const [demo] = book.accountsOf(loginId);
        const result = { user_id: userId, first_name: 'Ana', last_name: 'Prueba', email: loginId };
        return data('profile', { isSuccessful: true, result: { ...result, balance_id: Number(demo?.accountId) } });
      }
      case 'features.get-features':
        return data('features', { features: [] });
      case 'balances.get-available-balances':
        return data(
          'available-balances',
          book.accountsOf(loginId).map((account) => balanceRow(account, userId)),
        );
      case 'binary-options.get-initialization-data':
        return data('initialization-data', initializationData(market, clock.now()));
      case 'get-active': {
        const asset = market.asset(symbolOf(body['id']) ?? '');
        return asset ? data('active', activeDetails(asset)) : refusal('active', 4_004, 'Active was not found.');
      }
      case 'quotes-history.get-candles': {
        const found = candles(market, body, clock.now());
        return found ? data('candles', found) : refusal('candles', 4_004, 'Active was not found.');
      }
      case 'get-first-candles': {
        const found = firstCandles(market, body['active_id']);
        return found ? data('first-candles', found) : refusal('first-candles', 4_004, 'Active was not found.');
      }
      case 'portfolio.get-positions':
        return data('positions', openPositions(this.#house, loginId, body));
      case 'portfolio.get-history-positions':
        return data('history-positions', closedPositions(this.#house, loginId, body));
      case 'portfolio.subscribe-positions':
      case 'marginal-portfolio.subscribe-balance-changed':
        return RESULT_ONLY;
      default:
        return refusal(String(name), 4_040, 'Method was not found.');
    }
  }

  #order(frame: ClientFrame, loginId: string): void {
    const fault = this.#house.script.takeOrderFault();
    if (fault?.kind === 'cut_before_booking') return this.cut();
    if (fault?.kind === 'ignore') return;
    if (fault?.kind === 'refuse') return this.#answer(frame, noOption(wordsFor(fault.as)));
    const bought = buy(this.#house, loginId, fieldsOf(frame.msg['body']));
    if (!bought.ok) return this.#answer(frame, noOption(bought.error));
    const { contract, kind } = bought.value;
    const answer = data('option', optionRow(contract, kind, this.#house.userIdOf(loginId)));
    acknowledgeAs(fault, this.#house.clock, {
      acknowledge: () => this.#answer(frame, answer),
      cut: () => this.cut(),
      end: () => this.#socket.close(1012),
    });
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
    const { market } = this.#house;
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

  #onBook(event: BookEvent): void {
    switch (event.kind) {
      // Told by `onSold`: only then is it known as what it was sold.
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
    const userId = this.#house.userIdOf(account.loginId);
    const current = balanceRow(account, userId);
    this.#event('balances', 'balance-changed', { current_balance: current, user_id: userId });
  }

  /** It began or ended. */
  #tellPosition(contract: Readonly<BookContract>): void {
    const position = this.#house.position(contract);
    if (!position || contract.loginId !== this.#loginId || !this.#events.has('position-changed')) return;
    this.#house.script.deliver(() => this.#event('portfolio', 'position-changed', position.row));
  }

  /** With `sendResults`, whether the request was taken comes before the answer itself. */
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
