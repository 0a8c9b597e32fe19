import { queryOptions } from '@tanstack/react-query';
import { OpenSession } from '@vigia/contract';
import { z } from 'zod';
import { api } from '#shared/lib/api.ts';

const SESSIONS_PATH = '/api/v1/account/sessions';

export const sessionsQuery = queryOptions({
  queryKey: [SESSIONS_PATH],
  queryFn: ({ signal }) => api.get(SESSIONS_PATH, { schema: z.array(OpenSession), signal }),
});

/** @throws ApiFailure */
export const endSession = (id: string): Promise<unknown> =>
  api.delete(`${SESSIONS_PATH}/${encodeURIComponent(id)}`, { schema: z.unknown() });
