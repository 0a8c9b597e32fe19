/**
 * Largest amount of data that may be sent before the server confirms it. The unit is a UTF-16 unit, which equals a byte
 * for ASCII text.
 */
const LIMIT_UNITS = 8 * 2 ** 20;
const ASK_EVERY_UNITS = 2 ** 18;

/** Limits the data that wait for a suspended server. Messages above the limit are not sent. */
export class OutgoingLimit {
  readonly #confirm: () => Promise<void>;
  #unconfirmed = 0;
  #unasked = 0;

  /**
   * Creates a limit.
   * @param confirm resolves when the server has received everything sent before
   */
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
    // The limit is discarded together with its connection, so a failed confirmation needs no handling.
    this.#confirm().then(
      () => {
        this.#unconfirmed -= asked;
      },
      () => undefined,
    );
  }
}
