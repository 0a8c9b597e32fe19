import type { ErrorCode } from '@vigia/contract';

/** The reason why a request about a price file is refused: an error code of the API and the values of its message. */
export type PriceFileRefusal = {
  readonly code: ErrorCode;
  readonly values?: Readonly<Record<string, string | number>>;
};
