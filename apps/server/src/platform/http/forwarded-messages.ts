import type { Clock, IdSource } from '@vigia/core/kernel';
import { call } from '../calls/calls.ts';
import type { Sealer } from '../crypto/sealer.ts';
import { RecentMap } from '../recent-map.ts';

/** An encrypted request or response between processes. It contains tokens and credentials. */
export type SealedMessage = { readonly id: string; readonly sealed: string };

/**
 * Call that forwards a request. The response is null if the receiver no longer held the lease: another process may have
 * received the request too.
 */
export const FORWARDED_REQUEST = call<SealedMessage, SealedMessage | null>('http.forwarded');

/** Age above which messages are refused. Ids of younger messages are remembered. Clocks may differ by this much. */
const MAX_AGE_MS = 60_000;
const MAX_REMEMBERED = 100_000;

type Dated = { readonly sentAtMs: number; readonly content: unknown };

/**
 * Encrypts messages for the other processes of the installation. Each message is accepted only once, so that a copied
 * message is useless.
 */
export class ForwardedMessages {
  readonly #sealer: Sealer;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #ids: IdSource;
  readonly #opened = new RecentMap<true>(MAX_REMEMBERED);

  constructor({
    sealer,
    clock,
    ids,
  }: { readonly sealer: Sealer; readonly clock: Pick<Clock, 'now'>; readonly ids: IdSource }) {
    this.#sealer = sealer;
    this.#clock = clock;
    this.#ids = ids;
  }

  seal(content: unknown): SealedMessage {
    const id = this.#ids.next();
    const dated: Dated = { sentAtMs: this.#clock.now(), content };
    return { id, sealed: this.#seal(dated, `forwarded request ${id}`) };
  }

  /**
   * Decrypts a message.
   * @throws Error if no process of the installation encrypted it recently, or if it was already accepted
   */
  open<Content>({ id, sealed }: SealedMessage): Content {
    const { sentAtMs, content } = this.#open(sealed, `forwarded request ${id}`) as Dated;
    if (Math.abs(this.#clock.now() - sentAtMs) > MAX_AGE_MS) throw new Error('a forwarded request is too old');
    if (this.#opened.get(id)) throw new Error('a forwarded request came twice');
    this.#opened.set(id, true);
    return content as Content;
  }

  sealAnswer({ id }: SealedMessage, content: unknown): SealedMessage {
    return { id, sealed: this.#seal(content, `forwarded answer ${id}`) };
  }

  /**
   * Decrypts the response to a request.
   * @throws Error if it is not the response to that request
   */
  openAnswer<Content>({ id }: SealedMessage, { sealed }: SealedMessage): Content {
    return this.#open(sealed, `forwarded answer ${id}`) as Content;
  }

  #seal(content: unknown, aad: string): string {
    return this.#sealer.seal(Buffer.from(JSON.stringify(content)), aad).toString('base64');
  }

  #open(sealed: string, aad: string): unknown {
    return JSON.parse(this.#sealer.open(Buffer.from(sealed, 'base64'), aad).toString());
  }
}
