/**
 * Why a call failed. `refused`: the server answered with an error code. `timeout`, `unreachable`: no response arrived.
 * `unreadable`: the response is not one of Vigía, e.g. the page of a proxy.
 */
export type Failure =
  | {
      readonly kind: 'refused';
      readonly status: number;
      /** Stable error code, such as `insufficient_scope`. */
      readonly code: string;
      readonly details: readonly { readonly path: string; readonly message: string }[];
    }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unreadable'; readonly status: number };

/** The error of every failed call. `message` is a Spanish sentence for a person. */
export class VigiaError extends Error {
  override readonly name = 'VigiaError';
  readonly failure: Failure;
  /**
   * Idempotency key of the request; null if it had none. A later call with this key cannot perform the operation a
   * second time.
   */
  readonly idempotencyKey: string | null;

  constructor(failure: Failure, message: string, idempotencyKey: string | null, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
    this.idempotencyKey = idempotencyKey;
  }

  /** Error code of the server; null if the server did not answer with one. */
  get code(): string | null {
    return this.failure.kind === 'refused' ? this.failure.code : null;
  }
}
