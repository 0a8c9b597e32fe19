import { queryOptions } from '@tanstack/react-query';
import { AccountSafety, type Declaration } from '@vigia/contract';
import type { SelfExclusionPeriod } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { api } from '#shared/lib/api.ts';

const PATH = {
  safety: '/api/v1/account/safety',
  declaration: '/api/v1/account/declaration',
  selfExclusion: '/api/v1/account/self-exclusion',
} as const;

export const safetyQuery = queryOptions({
  queryKey: [PATH.safety],
  queryFn: ({ signal }) => api.get(PATH.safety, { schema: AccountSafety, signal }),
});

/** @throws ApiFailure */
export const declare = (declaration: Declaration): Promise<unknown> =>
  api.put(PATH.declaration, { schema: z.unknown(), body: declaration });

/** @throws ApiFailure */
export const excludeSelf = (period: SelfExclusionPeriod): Promise<unknown> =>
  api.post(PATH.selfExclusion, { schema: z.unknown(), body: { period } });
