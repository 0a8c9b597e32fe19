import type { PriceSource } from '@vigia/core/vocabulary';
import type { FeedFault } from './faulty-feed.ts';

/** The options with which a scenario starts a server. */
export type ServerOptions = {
  readonly dataFolder: string;
  readonly startMs: number;
  readonly port: number;
  readonly feedFaults?: readonly FeedFault[];
  /**
   * The machine's time at which the server's clock had `startMs`. The server's clock therefore includes the time of the
   * start.
   */
  readonly sinceMs?: number;
  /** The value of the setting `BROKER_ORIGINS`. Without it no broker can be reached. */
  readonly brokerOrigins?: string;
  /** Further settings, as environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The id of the price source. With a broker's id the prices also apply to trades at brokers. */
  readonly source?: PriceSource;
};

/** The SQL statement at which the harness kills the server process. */
export type Death = {
  /** A regular expression for the text of the statement. */
  readonly statement: string;
  /** The number of the matching statement at which the process is killed, counted from 1. */
  readonly nth: number;
  /** Moment of the kill: `before` the statement is sent, or `after` it was sent and before its result is read. */
  readonly when: 'before' | 'after';
};

/** A request from the parent process to the server process. */
export type Command =
  | { readonly kind: 'leap'; readonly ms: number; readonly stepMs: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'jump'; readonly ms: number }
  | { readonly kind: 'drift'; readonly rate: number }
  | { readonly kind: 'die'; readonly death: Death }
  | { readonly kind: 'statements' }
  | { readonly kind: 'feed'; readonly faults: readonly FeedFault[] }
  | { readonly kind: 'shell'; readonly program: string; readonly args: readonly string[] };

export type Request = { readonly id: number; readonly command: Command };

/** A message from the server process: first that the server is ready, then one reply to each request. */
export type Report =
  | { readonly kind: 'ready'; readonly url: string; readonly nowMs: number; readonly databaseUrl: string }
  | { readonly kind: 'done'; readonly id: number; readonly nowMs: number; readonly texts: readonly string[] };
