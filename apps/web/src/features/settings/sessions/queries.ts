import { queryOptions } from '@tanstack/react-query';
import { OpenSession } from '@vigia/contract';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiOf } from '#shared/lib/services.ts';

const SESSIONS_PATH = '/api/v1/account/sessions';

export const sessionsQuery = queryOptions({
  queryKey: [SESSIONS_PATH],
  queryFn: ({ client, signal }) => apiOf(client).get(SESSIONS_PATH, { schema: z.array(OpenSession), signal }),
});

/** @throws ApiFailure */
export const endSession = (api: ApiClient, id: string): Promise<unknown> =>
  api.delete(`${SESSIONS_PATH}/${encodeURIComponent(id)}`, { schema: z.unknown() });
