import { queryOptions } from '@tanstack/react-query';
import { type PriceAlertBody, PriceAlertView } from '@vigia/contract';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';

const PATH = '/api/v1/price-alerts';

/** The user's alerts. A price may fire one at any time, so they are read again whenever a list is shown. */
export const alertsQuery = queryOptions({ ...apiQuery(PATH, z.array(PriceAlertView)), staleTime: 0 });

/**
 * Creates an alert.
 * @param id chosen by the caller, so that a repeated request creates no second alert
 * @throws ApiFailure
 */
export const putAlert = (api: ApiClient, id: string, body: PriceAlertBody): Promise<PriceAlertView> =>
  api.put(`${PATH}/${id}`, { schema: PriceAlertView, body });

/**
 * Deletes an alert.
 * @throws ApiFailure
 */
export const deleteAlert = (api: ApiClient, id: string): Promise<null> =>
  api.delete(`${PATH}/${id}`, { schema: z.null() });
