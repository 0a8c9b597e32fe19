import type { Result } from '@vigia/core/kernel';
import { ApiError } from '#platform/http/api-error.ts';
import type { Refusal } from './jobs/refusal.ts';

/** The value, or what was refused thrown as the API says it. */
export function orRefuse<Value>(result: Result<Value, Refusal>): Value {
  if (result.ok) return result.value;
  const { code, values, details } = result.error;
  throw new ApiError(code, values, details);
}
