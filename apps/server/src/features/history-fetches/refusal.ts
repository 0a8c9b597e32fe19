import type { ErrorCode } from '@vigia/contract';

/** Why a request about a fetch is refused: an error code of the API and the values of its sentence. */
export type Refusal = { readonly code: ErrorCode; readonly values?: Readonly<Record<string, string | number>> };
