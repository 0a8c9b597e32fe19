import type { StreamRequest } from '@vigia/contract';
import type { Principal } from '#platform/http/principal.ts';
import type { Cohort } from './cohorts.ts';
import { Delivery } from './delivery.ts';
import { MessageQuota } from './message-quota.ts';
import type { PriceBoard } from './price-board.ts';
import type { StreamSocket } from './stream-socket.ts';

/** What is known of a socket: nothing, a token under check, or whom it speaks for. */
export type ClientState =
  | { readonly kind: 'new' }
  | { readonly kind: 'authenticating' }
  | { readonly kind: 'open'; readonly principal: Principal; readonly accessToken: string }
  | { readonly kind: 'closed' };

export type Watch = Extract<StreamRequest, { type: 'watch' }>;

/** One connected socket. */
export class StreamClient {
  readonly socket: StreamSocket;
  readonly ip: string;
  /** The sockets it is served with. */
  readonly cohort: Cohort<StreamClient>;
  readonly quota: MessageQuota;
  state: ClientState = { kind: 'new' };
  /** What it asked to watch, and where; null before. */
  watch: Watch | null = null;
  board: PriceBoard<StreamClient> | null = null;
  /** It missed frames, or has just begun to watch: the next frame it gets is whole. */
  isBehind = true;
  readonly #delivery = new Delivery();
  #hasAnswered = true;

  constructor(socket: StreamSocket, ip: string, nowMs: number, cohort: Cohort<StreamClient>) {
    this.socket = socket;
    this.ip = ip;
    this.quota = new MessageQuota(nowMs);
    this.cohort = cohort;
    cohort.clients.add(this);
  }

  get isOpen(): boolean {
    return this.state.kind === 'open';
  }

  /** It has much yet to take: prices wait, so that the next it gets are the latest. */
  get isSlow(): boolean {
    return this.#delivery.isSlow;
  }

  write(frames: Buffer): void {
    this.socket.write(frames);
    if (this.#delivery.sent(frames.length)) this.socket.ping();
  }

  /** It answered a ping: all that was sent before has come through. */
  answered(): void {
    this.#hasAnswered = true;
    this.#delivery.confirmed();
  }

  /** @returns whether it answered since the last time it was asked this */
  isStillThere(): boolean {
    const hasAnswered = this.#hasAnswered;
    this.#hasAnswered = false;
    if (this.#delivery.ask()) this.socket.ping();
    return hasAnswered;
  }

  /** Nobody serves it any more. */
  leave(): void {
    this.state = { kind: 'closed' };
    this.board?.interests.remove(this);
    this.cohort.clients.delete(this);
  }
}
