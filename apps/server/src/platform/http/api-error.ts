import {
  ERROR_DETAILS,
  ERROR_MESSAGES_ES,
  ERROR_STATUS,
  type ErrorBody,
  type ErrorCode,
  fillMessage,
} from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';

type Values = Readonly<Record<string, string | number>>;
type Detail = { readonly path: string; readonly message: string };

/** A refusal for the client: a stable code, a Spanish sentence, and details about invalid fields. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly values: Values;
  readonly details: readonly Detail[];

  constructor(code: ErrorCode, values: Values = {}, details: readonly Detail[] = []) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.values = values;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  toBody(): ErrorBody {
    const message = fillMessage(ERROR_MESSAGES_ES[this.code], this.values);
    return {
      error: { code: this.code, message, ...(this.details.length > 0 && { details: [...this.details] }) },
      detail: fillMessage(ERROR_DETAILS[this.code] ?? message, this.values),
    };
  }
}

type Refusal = { readonly code: ErrorCode; readonly values?: Values; readonly details?: readonly Detail[] };

/**
 * Returns the value of a successful outcome.
 * @throws ApiError for a refusal
 */
export function valueOrApiError<Value>(outcome: Result<Value, Refusal>): Value {
  if (outcome.ok) return outcome.value;
  throw new ApiError(outcome.error.code, outcome.error.values, outcome.error.details);
}

/**
 * Returns the value if it is not null.
 * @throws ApiError with the code `missing` for null
 */
export function valueOrNotFound<Value>(value: Value | null, missing: ErrorCode): Value {
  if (value === null) throw new ApiError(missing);
  return value;
}
