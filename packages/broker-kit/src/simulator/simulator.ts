import type { ContractBook } from './contract-book.ts';
import type { FaultScript } from './fault-script.ts';
import type { SimulatedLine } from './loopback.ts';
import type { SimulatedMarket } from './market.ts';
import type { MessageRate } from './message-rate.ts';
import type { Quirks, QuirkValue } from './quirks.ts';

/** A simulated broker on loopback that uses the protocol of a real one. */
export interface BrokerSimulator {
  /** Addresses of the simulator, to pass to the adapter as `BrokerDeps.origins`. */
  readonly origins: Readonly<Record<string, string>>;
  /**
   * Contracts and accounts of the simulated broker. The book contains every accepted order, even if the client received
   * no reply.
   */
  readonly book: ContractBook;
  readonly market: SimulatedMarket;
  readonly script: FaultScript;
  /**
   * Switches for behaviour that varies between sources or between days. A test may change them while the simulator
   * runs.
   */
  readonly quirks: Quirks;
  /** The possible values of each switch. */
  readonly quirkValues: Readonly<Record<string, readonly QuirkValue[]>>;
  readonly line: SimulatedLine;
  /** Message rate of the connected clients. */
  readonly rate: MessageRate;
  /** Lines that explain how to sign in. The simulator prints them when a person starts it. */
  readonly hints: readonly string[];
  /** Makes the broker unreachable until `restart` is called; the book is kept. */
  stop(): Promise<void>;
  /** Listens again at the same origins. Clients must reconnect; sessions and tokens stay valid. */
  restart(): Promise<void>;
}
