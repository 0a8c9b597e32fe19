import type { ErrorCode } from '@vigia/contract';

/** The reason why a request about a fetch is refused: an error code of the API and the values of its message. */
export type HistoryFetchRefusal = {
  readonly code: ErrorCode;
  readonly values?: Readonly<Record<string, string | number>>;
};
