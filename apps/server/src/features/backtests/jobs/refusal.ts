import type { ErrorCode, ErrorDetail } from '@vigia/contract';
import type { z } from 'zod';

/**
 * The reason why a backtest does not start: an error code of the API, the values of its message, and the invalid
 * fields.
 */
export type BacktestRefusal = {
  readonly code: ErrorCode;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly details?: readonly z.infer<typeof ErrorDetail>[];
};
