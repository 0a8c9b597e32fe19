/**
 * A message of the broker that the adapter cannot interpret. `unknown`: a message of an unknown type. `unreadable`: a
 * known message, or a row of it, whose fields cannot be read. An entry contains no content of the message.
 */
export type Oddity = {
  readonly kind: 'unknown' | 'unreadable';
  /** Name of the message type in the protocol, or `other` if it does not have the usual form. */
  readonly message: string;
  readonly count: number;
  /** Whether messages of this type report orders or contracts. */
  readonly touchesOrders: boolean;
};

/** Form of a message name. A text of another form is not kept, because it may be content. */
const NAME = /^[a-z][a-z0-9_./-]{0,47}$/i;
/** Largest number of message names that are kept. Further ones count as `other`. */
const MAX_NAMES = 40;

/** Counts the messages that an adapter cannot interpret. Its memory is bounded, and it stores no content. */
export class Oddities {
  readonly #counts = new Map<string, Oddity>();
  readonly #onFirst: (oddity: Oddity) => void;

  /** @param onFirst called for the first occurrence of each kind and message, not for repetitions */
  constructor(onFirst: (oddity: Oddity) => void = () => undefined) {
    this.#onFirst = onFirst;
  }

  /** Counts a message of a type that the adapter neither reads nor deliberately ignores. */
  unknown(message: string, touchesOrders = false): void {
    this.#count('unknown', message, touchesOrders);
  }

  /** Counts a message or a row of a known type that cannot be read. */
  unreadable(message: string, touchesOrders: boolean): void {
    this.#count('unreadable', message, touchesOrders);
  }

  /** All entries so far, in the order of their first occurrence. */
  list(): readonly Oddity[] {
    return [...this.#counts.values()];
  }

  #count(kind: Oddity['kind'], message: string, touchesOrders: boolean): void {
    const usual = NAME.test(message) ? message : 'other';
    const isFull = this.#counts.size >= MAX_NAMES && !this.#counts.has(keyOf(kind, usual, touchesOrders));
    const name = isFull ? 'other' : usual;
    const key = keyOf(kind, name, touchesOrders);
    const counted = this.#counts.get(key);
    const oddity: Oddity = { kind, message: name, touchesOrders, count: (counted?.count ?? 0) + 1 };
    this.#counts.set(key, oddity);
    if (counted === undefined) this.#onFirst(oddity);
  }
}

const keyOf = (kind: Oddity['kind'], message: string, touchesOrders: boolean): string =>
  `${kind} ${message} ${touchesOrders}`;
