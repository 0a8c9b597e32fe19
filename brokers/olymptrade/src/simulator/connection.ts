import type {
  BookAccount,
  BookContract,
  ContractBook,
  ContractBookEvent,
  Deviation,
  FaultScript,
  MarketAsset,
  SimulatedMarket,
} from '@vigia/broker-kit/simulator';
import type { Cancel, Clock } from '@vigia/core/kernel';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/money';
import type { WebSocket } from 'ws';
import { deviatedMessage } from './deviations.ts';
import { handleOrder, uuidOf } from './orders.ts';
import type { OlympTradeQuirks } from './quirks.ts';
import {
  acceptedRow,
  balanceRows,
  closedRow,
  instrumentRow,
  listedRow,
  pairOf,
  pairRow,
  profitabilityRow,
  symbolOf,
  TERMS,
  winpercRow,
} from './rows.ts';
import { snapshotOf } from './snapshots.ts';
import { firstElementFields, frameOf, type Message, messagesOf, type OutgoingMessage } from './wire.ts';

export type OlympTradeSimulation = {
  readonly clock: Clock;
  readonly market: SimulatedMarket;
  readonly book: ContractBook;
  readonly script: FaultScript;
  readonly quirks: Readonly<OlympTradeQuirks>;
  readonly deviations: ReadonlySet<Deviation>;
};

/** Close code of a policy violation (RFC 6455 §7.4.1). */
const POLICY_VIOLATION = 1008;
/** Candle lengths in seconds. */
const SIZES_S = new Set([5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600]);
/** Largest number of candles in one reply. */
const CANDLES = 150;

/** The server side of one client socket. */
export class SimulatedOlympTradeSocket {
  readonly #site: OlympTradeSimulation;
  readonly #loginId: string;
  readonly #socket: WebSocket;
  readonly #subscribed = new Set<number>();
  readonly #streams = new Map<string, Cancel>();
  readonly #ends: Cancel[];

  constructor(site: OlympTradeSimulation, loginId: string, socket: WebSocket) {
    this.#site = site;
    this.#loginId = loginId;
    this.#socket = socket;
    this.#ends = [
      site.book.onEvent((event) => this.#onBook(event)),
      site.market.onChange((asset) => this.#onMarket(asset)),
    ];
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) for (const message of messagesOf(data.toString('utf8'))) this.#onMessage(message);
    });
    socket.once('close', () => this.#end());
  }

  cut(): void {
    this.#socket.terminate();
  }

  /** Ends the socket, because its token is no longer valid. */
  expire(): void {
    if (this.#site.quirks.badToken === 'upgrade') this.cut();
    else this.#socket.close(POLICY_VIOLATION, 'invalid_token');
  }

  #accounts(): readonly Readonly<BookAccount>[] {
    return this.#site.book.accountsOf(this.#loginId);
  }

  #listed(contract: Readonly<BookContract>): object {
    return this.#site.script.listed(listedRow(contract, this.#currencyOf(contract)), TERMS);
  }

  #currencyOf({ accountId }: Readonly<BookContract>): Currency {
    return this.#site.book.account(accountId)?.currency ?? PAPER_CURRENCY;
  }

  #onMessage(message: Message): void {
    const { script } = this.#site;
    switch (message.e) {
      case 90:
        return this.#reply(message, { ts: this.#nowS() });
      case 23:
        if (this.#site.deviations.has('unknown_message')) this.#send({ e: 29, d: [] });
        return handleOrder(message, script.takeOrderFault(), {
          ...this.#site,
          accounts: this.#accounts(),
          send: (outgoing) => this.#send(outgoing),
          cut: () => this.cut(),
        });
      case 98:
        return this.#subscribe(message.d);
      default:
        // No source shows how the broker reports a rate limit, so the simulator does not answer.
        if (!script.isRateLimited) this.#answer(message);
    }
  }

  #answer(message: Message): void {
    const { market, book } = this.#site;
    const { pair, account_id } = firstElementFields(message.d);
    switch (message.e) {
      case 12:
        this.#watch(String(pair));
        return this.#reply(message, {});
      case 13:
        this.#streams.get(String(pair))?.();
        this.#streams.delete(String(pair));
        return this.#reply(message, {});
      case 280:
      case 281:
        return this.#reply(message, {});
      case 10:
        return this.#candles(message);
      case 31: {
        const isOurs = this.#accounts().some(({ accountId }) => accountId === String(account_id));
        const open = isOurs
          ? book.contractsOf(String(account_id)).filter((one) => one.result === null && this.#site.script.isListed(one))
          : [];
        return this.#reply(message, { d: open.map((contract) => this.#listed(contract)) });
      }
      case 182:
        if (!this.#site.quirks.hasPayouts) return;
        return this.#reply(message, { d: market.assets().map(profitabilityRow) });
      default:
        // No source shows the replies to requests 95, 1043 and 1068, so the simulator sends none.
        return;
    }
  }

  /**
   * Handles a subscription. `d` is a list of event codes; in one recording this list is inside another list. The reply
   * lists the accepted codes and has no uuid.
   */
  #subscribe(d: unknown): void {
    const codes = [d].flat(2).filter((code): code is number => typeof code === 'number');
    this.#send({ d: codes, e: 98, t: 3 });
    for (const code of codes) {
      this.#subscribed.add(code);
      const snapshot = snapshotOf(code, this.#site, this.#loginId);
      if (snapshot) this.#send(snapshot);
    }
  }

  #watch(pair: string): void {
    const { market } = this.#site;
    const symbol = symbolOf(pair);
    if (!market.asset(symbol) || this.#streams.has(pair)) return;
    const cancel = market.stream(symbol, ({ timeMs, price }) =>
      this.#send({ e: 1, d: [{ p: pairOf(symbol), t: timeMs / 1_000, q: price }] }),
    );
    this.#streams.set(pair, cancel);
  }

  #candles(message: Message): void {
    const { pair, size, to } = firstElementFields(message.d);
    const symbol = symbolOf(String(pair));
    if (!this.#site.market.asset(symbol) || typeof size !== 'number' || typeof to !== 'number') return;
    if (!SIZES_S.has(size)) return;
    const found = this.#site.market.candles(symbol, size, (to - size * CANDLES) * 1_000, to * 1_000);
    const candles = found.map(({ time, ...prices }) => ({ t: time, ...prices }));
    this.#reply(message, { d: [{ p: String(pair), tf: size, candles }] });
  }

  #onBook(event: ContractBookEvent): void {
    if (event.kind === 'balance') {
      if (event.account.loginId === this.#loginId)
        this.#push(55, { d: balanceRows(this.#accounts(), this.#site.quirks), t: 1 });
      return;
    }
    const { contract } = event;
    if (contract.loginId !== this.#loginId) return;
    const [e, row] =
      event.kind === 'opened'
        ? ([22, acceptedRow(contract)] as const)
        : ([26, closedRow(contract, this.#currencyOf(contract))] as const);
    this.#site.script.deliver(() => this.#push(e, { d: [row] }));
  }

  #onMarket(asset: Readonly<MarketAsset>): void {
    const { hasPairs, hasPayouts } = this.#site.quirks;
    const currency = this.#accounts()[0]?.currency ?? PAPER_CURRENCY;
    if (hasPairs) this.#push(70, { d: [pairRow(asset, currency)], t: 1 });
    if (hasPairs) this.#push(72, { d: [winpercRow(asset)] });
    if (hasPayouts) this.#push(183, { d: [profitabilityRow(asset)], t: 1 });
    this.#push(1054, { d: [instrumentRow(asset)], t: 1 });
  }

  #push(e: number, message: Omit<OutgoingMessage, 'e'>): void {
    if (this.#subscribed.has(e)) this.#send({ e, ...message });
  }

  #reply(to: Message, message: Omit<OutgoingMessage, 'e'>): void {
    this.#send({ e: to.e, t: 3, ...uuidOf(to), ...message });
  }

  #send(message: OutgoingMessage): void {
    if (this.#socket.readyState === this.#socket.OPEN)
      this.#socket.send(frameOf(deviatedMessage(message, this.#site.deviations)));
  }

  #nowS(): number {
    return Math.floor(this.#site.clock.now() / 1_000);
  }

  #end(): void {
    for (const cancel of [...this.#ends, ...this.#streams.values()]) cancel();
    this.#streams.clear();
  }
}
