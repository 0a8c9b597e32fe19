import { AccountSafety, type Declaration } from '@vigia/contract';
import type { SelfExclusionPeriod } from '@vigia/core/vocabulary';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';

const PATH = { declaration: '/api/v1/account/declaration', selfExclusion: '/api/v1/account/self-exclusion' } as const;

/**
 * Sends the user's declaration of age and country. Returns the current declaration and one that does not apply yet.
 * @throws ApiFailure
 */
export const sendDeclaration = (api: ApiClient, declaration: Declaration): Promise<AccountSafety> =>
  api.put(PATH.declaration, { schema: AccountSafety, body: declaration });

/**
 * Excludes the user from real-money trading for a period.
 * @throws ApiFailure
 */
export const excludeSelf = (api: ApiClient, period: SelfExclusionPeriod): Promise<unknown> =>
  api.post(PATH.selfExclusion, { schema: z.unknown(), body: { period } });
