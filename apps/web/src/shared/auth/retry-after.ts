/** Keeps the `Retry-After` of the last answer, because the errors of the auth client contain no headers. */
export class RetryAfter {
  /** Seconds of the last `Retry-After`; null if the last answer had none. */
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
