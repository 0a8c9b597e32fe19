import type { Declaration } from '@vigia/contract';
import type { SelfExclusionPeriod } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { api } from '#shared/lib/api.ts';

const PATH = {
  declaration: '/api/v1/account/declaration',
  selfExclusion: '/api/v1/account/self-exclusion',
} as const;

/** @throws ApiFailure */
export const declare = (declaration: Declaration): Promise<unknown> =>
  api.put(PATH.declaration, { schema: z.unknown(), body: declaration });

/** @throws ApiFailure */
export const excludeSelf = (period: SelfExclusionPeriod): Promise<unknown> =>
  api.post(PATH.selfExclusion, { schema: z.unknown(), body: { period } });
