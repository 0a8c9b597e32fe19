import type { StreamRequest } from '@vigia/contract';
import type { Principal } from '#platform/http/principal.ts';
import { MessageQuota } from './message-quota.ts';
import type { PriceBoard } from './price-board.ts';
import type { StreamSocket } from './stream-socket.ts';

/** What is known of a socket: nothing, a token under check, or whom it speaks for. */
export type ClientState =
  | { readonly kind: 'new' }
  | { readonly kind: 'authenticating' }
  | { readonly kind: 'open'; readonly principal: Principal; readonly accessToken: string }
  | { readonly kind: 'closed' };

type Watch = Extract<StreamRequest, { type: 'watch' }>;

/** One connected socket. */
export class StreamClient {
  readonly socket: StreamSocket;
  readonly ip: string;
  readonly quota: MessageQuota;
  state: ClientState = { kind: 'new' };
  /** What it asked to watch, and where; null before. */
  watch: Watch | null = null;
  board: PriceBoard<StreamClient> | null = null;
  /** It missed frames, or has just begun to watch: the next frame it gets is whole. */
  isBehind = true;
  /** It answered the last ping. */
  isAlive = true;

  constructor(socket: StreamSocket, ip: string, nowMs: number) {
    this.socket = socket;
    this.ip = ip;
    this.quota = new MessageQuota(nowMs);
  }

  get isOpen(): boolean {
    return this.state.kind === 'open';
  }
}
