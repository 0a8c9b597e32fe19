import { infiniteQueryOptions } from '@tanstack/react-query';
import { SecurityLogEntry } from '@vigia/contract';
import { z } from 'zod';
import { apiOf } from '#shared/lib/services.ts';

const LOG_PATH = '/api/v1/account/security-log';
const PAGE_SIZE = 10;

/** Query of the security log, newest first. Each page continues after the last entry of the previous page. */
export const securityLogQuery = infiniteQueryOptions({
  queryKey: [LOG_PATH],
  queryFn: ({ client, signal, pageParam }) =>
    apiOf(client).get(LOG_PATH, {
      schema: z.array(SecurityLogEntry),
      query: { limit: PAGE_SIZE, before: pageParam ?? undefined },
      signal,
    }),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : page.at(-1)?.seq),
  select: ({ pages }) => pages.flat(),
});
