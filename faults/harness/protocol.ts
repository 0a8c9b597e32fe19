import type { PriceSource } from '@vigia/core/vocabulary';
import type { FeedFault } from './faulty-feed.ts';

/** The options with which a scenario starts a server. */
export type ServerOptions = {
  readonly dataFolder: string;
  readonly startMs: number;
  readonly port: number;
  readonly feedFaults?: readonly FeedFault[];
  /**
   * The machine's time at which the server's clock shows `startMs`. The time that the server needs to start therefore
   * counts too.
   */
  readonly sinceMs?: number;
  /** The value of the setting `BROKER_ORIGINS`. Without it the server cannot reach any broker. */
  readonly brokerOrigins?: string;
  /** Further settings, as environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The id of the price source. If it is the id of a broker, the prices also apply to trades at brokers. */
  readonly source?: PriceSource;
};

/** The SQL statement at which the harness kills the server process. */
export type KillPoint = {
  /** A regular expression for the text of the statement. */
  readonly statement: string;
  /** The kill happens at the n-th statement that matches, counted from 1. */
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
  | { readonly kind: 'die'; readonly death: KillPoint }
  | { readonly kind: 'statements' }
  | { readonly kind: 'feed'; readonly faults: readonly FeedFault[] }
  | { readonly kind: 'shell'; readonly program: string; readonly args: readonly string[] };

export type Request = { readonly id: number; readonly command: Command };

/**
 * A message from the server process. The first message reports that the server is ready; each later one replies to a
 * request.
 */
export type Report =
  | { readonly kind: 'ready'; readonly url: string; readonly nowMs: number; readonly databaseUrl: string }
  | { readonly kind: 'done'; readonly id: number; readonly nowMs: number; readonly texts: readonly string[] };
