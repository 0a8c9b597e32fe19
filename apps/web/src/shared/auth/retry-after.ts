/** Stores the `Retry-After` header of the last response, because the errors of the auth client contain no headers. */
export class RetryAfter {
  /** Seconds of the last `Retry-After` header. Null if the last response had none. */
  lastS: number | null = null;
  readonly #fetch: typeof fetch;

  constructor(through: typeof fetch) {
    this.#fetch = through;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const answer = await this.#fetch(input, init);
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
    if (Number.isFinite(seconds)) this.lastS = Math.max(1, Math.ceil(seconds));
    return answer;
  };

  forget(): void {
    this.lastS = null;
  }
}
