import type { PriceSource } from '@vigia/core/vocabulary';
import { InterestRegistry } from './interest.ts';
import { PriceFrames, type PriceReader } from './price-frames.ts';

/** Above it a socket gets no more frames until it has caught up. */
const SLOW_BYTES = 64 * 1_024;

/** What a board needs of a socket: how much it has yet to take, and whether it missed frames. */
type Viewer = { readonly socket: { readonly bufferedAmount: number }; isBehind: boolean };

/** The prices of one source, and the sockets that watch them. */
export class PriceBoard<Client extends Viewer> {
  readonly source: PriceSource;
  readonly interests = new InterestRegistry<Client>();
  readonly frames: PriceFrames;

  constructor(source: PriceSource, reader: PriceReader) {
    this.source = source;
    this.frames = new PriceFrames(reader);
  }

  /** Sends what happened since the last time, and begins anew. */
  flush(send: (client: Client, text: string) => void): void {
    for (const { interest, clients } of this.interests.groups()) {
      const closed = this.frames.closed(interest);
      const changes = this.frames.changes(interest);
      let whole: readonly string[] | null = null;
      for (const client of [...clients]) {
        for (const text of closed) send(client, text);
        if (client.socket.bufferedAmount > SLOW_BYTES) {
          client.isBehind = true;
          continue;
        }
        if (client.isBehind) whole ??= this.frames.whole(interest);
        for (const text of client.isBehind && whole !== null ? whole : changes) send(client, text);
        client.isBehind = false;
      }
    }
    this.frames.next();
  }
}
