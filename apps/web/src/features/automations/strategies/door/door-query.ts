import { SignalAddress, type SignalDoorBody, SignalDoorView } from '@vigia/contract';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';

const PATH = '/api/v1/strategies';

/** Query of how the messages of an external strategy arrive, with the latest ones. */
export const signalDoorQuery = (id: string) =>
  apiQuery(`${PATH}/${id}/door`, SignalDoorView, { key: [PATH, id, 'door'] });

/** Stores how messages are written. @throws ApiFailure */
export const saveSignalDoor = (api: ApiClient, id: string, body: SignalDoorBody): Promise<SignalDoorView> =>
  api.put(`${PATH}/${id}/door`, { schema: SignalDoorView, body });

/** Creates an address, which replaces the one before. @throws ApiFailure */
export const createSignalAddress = (api: ApiClient, id: string, signed: boolean): Promise<SignalAddress> =>
  api.post(`${PATH}/${id}/door/address`, { schema: SignalAddress, body: { signed } });

/** Removes the address of an external strategy. @throws ApiFailure */
export const removeSignalAddress = (api: ApiClient, id: string): Promise<SignalDoorView> =>
  api.delete(`${PATH}/${id}/door/address`, { schema: SignalDoorView });

/** Replaces the further strategies that the address of a strategy serves. @throws ApiFailure */
export const replaceServedStrategies = (api: ApiClient, id: string, ids: readonly string[]): Promise<SignalDoorView> =>
  api.put(`${PATH}/${id}/door/members`, { schema: SignalDoorView, body: { strategy_ids: ids } });
