import type { PriceSource } from '@vigia/core/vocabulary';
import type { FeedFault } from './faulty-feed.ts';

/** How a server of a scenario is started. */
export type ServerOptions = {
  readonly dataFolder: string;
  readonly startMs: number;
  readonly port: number;
  readonly feedFaults?: readonly FeedFault[];
  /** Machine time at which its clock was at `startMs`: the clock runs while the process starts. */
  readonly sinceMs?: number;
  /** The setting `BROKER_ORIGINS`; without it no broker can be reached. */
  readonly brokerOrigins?: string;
  /** The source id of the prices, so that they can be traded at brokers too. */
  readonly source?: PriceSource;
};

/** The statement at which the server dies. */
export type Death = {
  /** A regular expression on the statement's text. */
  readonly statement: string;
  /** Dies at the `nth` match, counted from 1. */
  readonly nth: number;
  /** `before` the statement is sent, or `after` it is sent and before its result is read. */
  readonly when: 'before' | 'after';
};

/** The parent's requests. */
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

/** The child's messages: first that it serves, then a reply to each request. */
export type Report =
  | { readonly kind: 'ready'; readonly url: string; readonly nowMs: number; readonly databaseUrl: string }
  | { readonly kind: 'done'; readonly id: number; readonly nowMs: number; readonly texts: readonly string[] };
