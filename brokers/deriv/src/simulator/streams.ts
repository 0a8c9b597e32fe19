import type { Cancel } from '@vigia/core/kernel';
import { type Body, wireId } from './wire.ts';

export type Stream = {
  readonly type: 'balance' | 'ticks' | 'candles' | 'proposal_open_contract' | 'transaction';
  /** The account, symbol or contract of the stream, by Deriv's id or name. */
  readonly about: string;
  /** The request of the subscription. Every message of the stream repeats it. */
  readonly request: Body;
};

const NOTHING: Cancel = () => undefined;

/** The subscriptions of one socket, by subscription id. */
export class Streams {
  readonly #open = new Map<string, Stream & { readonly cancel: Cancel }>();
  #count = 0;

  /** @param start starts the source of the stream; not needed for streams fed by events of the contract book */
  open(stream: Stream, start: (id: string) => Cancel = () => NOTHING): string {
    this.#count += 1;
    const id = wireId(this.#count);
    this.#open.set(id, { ...stream, cancel: start(id) });
    return id;
  }

  all(): readonly (readonly [string, Stream])[] {
    return [...this.#open];
  }

  forget(id: string): boolean {
    this.#open.get(id)?.cancel();
    return this.#open.delete(id);
  }

  /** @returns the ids of the ended subscriptions */
  forgetAll(types: readonly unknown[]): readonly string[] {
    const ids = [...this.#open].filter(([, { type }]) => types.includes(type)).map(([id]) => id);
    for (const id of ids) this.forget(id);
    return ids;
  }

  end(): void {
    for (const { cancel } of this.#open.values()) cancel();
  }
}
