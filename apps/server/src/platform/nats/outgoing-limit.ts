/** What may be under way to a server that does not say it got it; UTF-16 units, which are bytes but for accents. */
const LIMIT_UNITS = 8 * 2 ** 20;
const ASK_EVERY_UNITS = 2 ** 18;

/** Keeps what waits for a server that stands still from growing without bound: what is over the limit is not sent. */
export class OutgoingLimit {
  readonly #confirm: () => Promise<void>;
  #unconfirmed = 0;
  #unasked = 0;

  /** @param confirm resolves once the server has got all that was sent before */
  constructor(confirm: () => Promise<void>) {
    this.#confirm = confirm;
  }

  admits(units: number): boolean {
    if (this.#unconfirmed + units > LIMIT_UNITS) return false;
    this.#unconfirmed += units;
    this.#unasked += units;
    if (this.#unasked >= ASK_EVERY_UNITS) this.#ask();
    return true;
  }

  #ask(): void {
    const asked = this.#unasked;
    this.#unasked = 0;
    // A connection that ends takes its limit with it.
    this.#confirm().then(
      () => {
        this.#unconfirmed -= asked;
      },
      () => undefined,
    );
  }
}
