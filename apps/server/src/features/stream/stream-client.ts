import type { StreamRequest } from '@vigia/contract';
import type { MonotonicMs } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { Cohort } from './cohorts.ts';
import { MessageQuota } from './message-quota.ts';
import type { PriceBoard } from './price-board.ts';
import type { StreamSocket } from './stream-socket.ts';
import { UnconfirmedBytes } from './unconfirmed-bytes.ts';

/** Authentication state of a socket: not authenticated, its token being checked, open with a known user, or closed. */
export type ClientState =
  | { readonly kind: 'new' }
  | { readonly kind: 'authenticating' }
  | { readonly kind: 'open'; readonly principal: Principal; readonly accessToken: string }
  | { readonly kind: 'closed' };

export type WatchMessage = Extract<StreamRequest, { type: 'watch' }>;

/** One connected socket. */
export class StreamClient {
  readonly socket: StreamSocket;
  readonly ip: string;
  /** The cohort that serves this socket. */
  readonly cohort: Cohort<StreamClient>;
  readonly quota: MessageQuota;
  state: ClientState = { kind: 'new' };
  /** The latest watch request; null before the first one. */
  watch: WatchMessage | null = null;
  board: PriceBoard<StreamClient> | null = null;
  /**
   * Whether the socket has missed frames or has just started to watch. Its next frame then contains the complete state.
   */
  isBehind = true;
  readonly #delivery = new UnconfirmedBytes();
  #hasAnswered = true;

  constructor(socket: StreamSocket, ip: string, nowMs: MonotonicMs, cohort: Cohort<StreamClient>) {
    this.socket = socket;
    this.ip = ip;
    this.quota = new MessageQuota(nowMs);
    this.cohort = cohort;
    cohort.clients.add(this);
  }

  get isOpen(): boolean {
    return this.state.kind === 'open';
  }

  /**
   * Returns true while too many bytes are unconfirmed. Prices are then held back, so that the next ones sent are the
   * latest.
   */
  get isSlow(): boolean {
    return this.#delivery.isSlow;
  }

  write(frames: Buffer): void {
    this.socket.write(frames);
    if (this.#delivery.sent(frames.length)) this.socket.ping();
  }

  /** Handles a pong, which confirms that everything sent before its ping has arrived. */
  answered(): void {
    this.#hasAnswered = true;
    this.#delivery.confirmed();
  }

  /**
   * Sends the next ping.
   * @returns true if the client has answered since the previous call
   */
  isStillThere(): boolean {
    const hasAnswered = this.#hasAnswered;
    this.#hasAnswered = false;
    if (this.#delivery.ask()) this.socket.ping();
    return hasAnswered;
  }

  /** Removes the client from its cohort and its board. */
  leave(): void {
    this.state = { kind: 'closed' };
    this.board?.interests.remove(this);
    this.cohort.clients.delete(this);
  }
}
