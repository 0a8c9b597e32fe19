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
  /** Contracts and accounts of the simulated broker. It contains every booked order, whatever the client received. */
  readonly book: ContractBook;
  readonly market: SimulatedMarket;
  readonly script: FaultScript;
  /** How the broker behaves where sources differ or days do. A test may change it while the simulator runs. */
  readonly quirks: Quirks;
  /** The values that each of the quirks may have. */
  readonly quirkValues: Readonly<Record<string, readonly QuirkValue[]>>;
  readonly line: SimulatedLine;
  /** Message rate of the connected clients. */
  readonly rate: MessageRate;
  /** Lines that explain how to sign in. They are printed when a person starts the simulator. */
  readonly hints: readonly string[];
  /** Makes the broker unreachable until `restart` is called; the book is kept. */
  stop(): Promise<void>;
  /** Listens again at the same origins. Clients must reconnect; sessions and tokens stay valid. */
  restart(): Promise<void>;
}
