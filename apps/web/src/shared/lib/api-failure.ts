import type { ErrorDetail } from '@vigia/contract';
import type { z } from 'zod';

/** The reason why an API call returned no usable response. */
export type FailureKind =
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly details: readonly z.infer<typeof ErrorDetail>[];
    }
  | { readonly kind: 'no-session' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'malformed'; readonly status: number };

/** A failed API call. `message` is the Spanish message for the user. `detail` is the original text of the server. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly reason: FailureKind;
  readonly detail: string;

  constructor(
    reason: FailureKind,
    message: string,
    options: { readonly detail?: string; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.detail = options.detail ?? message;
  }

  /** Stable error code of the API. Null if the API sent none. */
  get code(): string | null {
    return this.reason.kind === 'refused' ? this.reason.code : null;
  }
}
