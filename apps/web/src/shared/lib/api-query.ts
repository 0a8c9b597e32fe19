import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ApiRequest } from './api-client.ts';
import { apiOf } from './services.ts';

type QueryOptions = {
  readonly query?: ApiRequest<z.ZodType>['query'];
  /** Key of the query. The default is its path, so that any module that knows the path can refetch it. */
  readonly key?: QueryKey;
};

/** Creates a query for a GET request of the API. */
export const apiQuery = <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  { query = {}, key }: QueryOptions = {},
) =>
  queryOptions({
    queryKey: key ?? [path],
    queryFn: ({ client, signal }) => apiOf(client).get(path, { schema, query, signal }),
  });
