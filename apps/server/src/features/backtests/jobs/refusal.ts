import type { ErrorCode, ErrorDetail } from '@vigia/contract';
import type { z } from 'zod';

/** Why a test is not begun: an error code of the API, the figures of its sentence, and which fields are at fault. */
export type Refusal = {
  readonly code: ErrorCode;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly details?: readonly z.infer<typeof ErrorDetail>[];
};
