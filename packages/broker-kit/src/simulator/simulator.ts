import type { ContractBook } from './contract-book.ts';
import type { FaultScript } from './fault-script.ts';
import type { SimulatedMarket } from './market.ts';
import type { MessageRate } from './message-rate.ts';

/** A broker of our own on loopback, speaking the wire of a real one. */
export interface BrokerSimulator {
  /** For `BrokerDeps.origins` of its adapter. */
  readonly origins: Readonly<Record<string, string>>;
  /** Orders really placed, whatever the client received. */
  readonly book: ContractBook;
  readonly market: SimulatedMarket;
  readonly script: FaultScript;
  /** How fast its clients talk to it. */
  readonly rate: MessageRate;
  /** How users sign in to it, for a start by hand: one line each. */
  readonly hints: readonly string[];
  /** Out of reach until `restart`; the book lives on. */
  stop(): Promise<void>;
  /** Back at the same origins. Clients have to connect again; sessions and tokens stay good. */
  restart(): Promise<void>;
}
