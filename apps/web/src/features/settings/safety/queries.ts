import type { Declaration } from '@vigia/contract';
import type { SelfExclusionPeriod } from '@vigia/core/vocabulary';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';

const PATH = { declaration: '/api/v1/account/declaration', selfExclusion: '/api/v1/account/self-exclusion' } as const;

/** @throws ApiFailure */
export const declare = (api: ApiClient, declaration: Declaration): Promise<unknown> =>
  api.put(PATH.declaration, { schema: z.unknown(), body: declaration });

/** @throws ApiFailure */
export const excludeSelf = (api: ApiClient, period: SelfExclusionPeriod): Promise<unknown> =>
  api.post(PATH.selfExclusion, { schema: z.unknown(), body: { period } });
