import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { BrokerFaultKind } from '#port/index.ts';

/**
 * A fault of the simulator when it handles one order. Without a fault it accepts and acknowledges the order at once.
 */
export type OrderFault =
  /** The connection is cut before the order is accepted. */
  | { readonly kind: 'cut_before_booking' }
  /** The order is accepted, and the connection is cut before the acknowledgement. */
  | { readonly kind: 'cut_after_booking' }
  /** The order is accepted and acknowledged, and then the connection is cut. */
  | { readonly kind: 'cut_after_ack' }
  /** The order is accepted, and the acknowledgement comes `ms` late. */
  | { readonly kind: 'delay_ack'; readonly ms: number }
  /** The order is accepted but never acknowledged, and the connection stays open. */
  | { readonly kind: 'no_ack' }
  /** The order is neither accepted nor answered, and the connection stays open. */
  | { readonly kind: 'ignore' }
  /** The order is accepted once and acknowledged twice. */
  | { readonly kind: 'double_ack' }
  /** The broker refuses the order with its own message; a kind without such a message is answered as `unknown`. */
  | { readonly kind: 'refuse'; readonly as: BrokerFaultKind };

/** Fault of one attempt to sign in. */
export type LoginFault =
  /** A bot-protection page comes instead of the response. */
  | { readonly kind: 'challenge' }
  | { readonly kind: 'rate_limited'; readonly retryAfterMs: number }
  /** The connection is cut and no response is sent. */
  | { readonly kind: 'cut' };

/** A fault of one response with a page of candles. */
export type PageFault =
  /** The connection is cut and no response is sent. */
  | { readonly kind: 'cut' }
  /** The rate limit refuses the request. */
  | { readonly kind: 'rate_limited' }
  /** The response is sent twice. */
  | { readonly kind: 'twice' }
  /** The response contains the previous page. */
  | { readonly kind: 'stale' };

/**
 * The way in which the simulator sends events of option contracts (started, ended). `silent`: it does not send them;
 * all other messages continue.
 */
export type ContractStream = 'normal' | 'duplicated' | 'reordered' | 'silent';

/** Time for which events wait before they are sent in reverse order. */
const REORDER_MS = 300;

/** Scripted faults of a simulator. Tests write the script; simulators read it at fixed points. */
export class FaultScript {
  /** Whether the rate limit refuses every request except sign-in, orders and heartbeats. */
  isRateLimited = false;
  /** Whether the simulator omits the lists of records that the real broker sends by itself after each sign-in. */
  areListsLeftOut = false;
  /** While true, rows of the records lack the fields that state the terms of their contract. */
  areRecordsUnreadable = false;
  /** Form of the rows of the records. Every second row lacks its terms, or the fields of the terms have other names. */
  rowForm: 'usual' | 'every_second_bare' | 'renamed' = 'usual';
  /** Time after its purchase during which a contract is missing from the records. */
  recordsLateMs = 0;
  /** While true, a sign-in requires a code, if the broker has such a step. */
  asksForCode = false;
  contractStream: ContractStream = 'normal';
  readonly #clock: Clock;
  readonly #orderFaults: OrderFault[] = [];
  readonly #saleFaults: OrderFault[] = [];
  readonly #loginFaults: LoginFault[] = [];
  readonly #pageFaults: (PageFault | null)[] = [];
  readonly #cutHandlers = new Set<() => void>();
  readonly #expireHandlers = new Set<() => void>();
  readonly #heldBack: (() => void)[] = [];
  #everyOrder: OrderFault | null = null;
  #listedRows = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The code that a sign-in accepts. */
  readonly code = '482913';

  /** Sets the faults of the next orders, one fault per order. */
  nextOrders(...faults: readonly OrderFault[]): void {
    this.#orderFaults.push(...faults);
  }

  /** Sets the fault of all orders that have no fault of their own; null removes it. */
  everyOrder(fault: OrderFault | null): void {
    this.#everyOrder = fault;
  }

  /**
   * Sets the faults of the next early sales, one fault per sale. Each fault of an order has the same effect on a sale.
   */
  nextSales(...faults: readonly OrderFault[]): void {
    this.#saleFaults.push(...faults);
  }

  nextLogins(...faults: readonly LoginFault[]): void {
    this.#loginFaults.push(...faults);
  }

  /** Sets the faults of the next pages of candles, one per page; null answers the page normally. */
  nextPages(...faults: readonly (PageFault | null)[]): void {
    this.#pageFaults.push(...faults);
  }

  /** Cuts every open connection once. */
  cutConnections(): void {
    for (const handler of this.#cutHandlers) handler();
  }

  /** Ends every session: issued tokens become invalid, and connections are notified or closed as at the real broker. */
  expireSessions(): void {
    for (const handler of this.#expireHandlers) handler();
  }

  // Simulators call the methods below.

  /** Removes and returns the fault of the order that has just arrived; null if there is none. */
  takeOrderFault(): OrderFault | null {
    return this.#orderFaults.shift() ?? this.#everyOrder;
  }

  /** Removes and returns the fault of the early sale that has just arrived; null if there is none. */
  takeSaleFault(): OrderFault | null {
    return this.#saleFaults.shift() ?? null;
  }

  takeLoginFault(): LoginFault | null {
    return this.#loginFaults.shift() ?? null;
  }

  /** Removes and returns the fault of the page that a client has just requested; null if there is none. */
  takePageFault(): PageFault | null {
    return this.#pageFaults.shift() ?? null;
  }

  /** Number of scripted page faults that are not used yet. */
  get pageFaultsLeft(): number {
    return this.#pageFaults.length;
  }

  /** Returns a row of the records in the current form. @param terms names of the fields that may be omitted */
  listed<Row extends object>(row: Row, terms: readonly string[]): object {
    this.#listedRows += 1;
    const isBare = this.areRecordsUnreadable || (this.rowForm === 'every_second_bare' && this.#listedRows % 2 === 0);
    const fields = Object.entries(row);
    if (isBare) return Object.fromEntries(fields.filter(([name]) => !terms.includes(name)));
    if (this.rowForm !== 'renamed') return row;
    return Object.fromEntries(fields.map(([name, value]) => [terms.includes(name) ? `${name}_2` : name, value]));
  }

  /** Returns true once the records contain the contract. */
  isListed({ openedAtMs }: { readonly openedAtMs: number }): boolean {
    return this.#clock.now() >= openedAtMs + this.recordsLateMs;
  }

  onCut(handler: () => void): Cancel {
    this.#cutHandlers.add(handler);
    return () => void this.#cutHandlers.delete(handler);
  }

  onExpire(handler: () => void): Cancel {
    this.#expireHandlers.add(handler);
    return () => void this.#expireHandlers.delete(handler);
  }

  /** Sends an event of a contract as `contractStream` requires: once, twice, late in reverse order, or never. */
  deliver(send: () => void): void {
    switch (this.contractStream) {
      case 'normal':
        return send();
      case 'duplicated':
        send();
        return send();
      case 'silent':
        return;
      case 'reordered':
        return this.#holdBack(send);
    }
  }

  #holdBack(send: () => void): void {
    this.#heldBack.push(send);
    if (this.#heldBack.length > 1) return;
    this.#clock.after(durationMs(REORDER_MS), () => {
      for (const held of this.#heldBack.splice(0).toReversed()) held();
    });
  }
}
