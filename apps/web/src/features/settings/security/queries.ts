import { queryOptions } from '@tanstack/react-query';
import { RecoveryCodes, RecoveryCodesLeft } from '@vigia/contract';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiOf } from '#shared/lib/services.ts';

const CODES_PATH = '/api/v1/account/recovery-codes';

export const codesLeftQuery = queryOptions({
  queryKey: [CODES_PATH],
  queryFn: async ({ client, signal }) =>
    (await apiOf(client).get(CODES_PATH, { schema: RecoveryCodesLeft, signal })).left,
});

/** Ten fresh codes; the earlier ones end. @throws ApiFailure */
export const makeRecoveryCodes = async (api: ApiClient): Promise<readonly string[]> =>
  (await api.post(CODES_PATH, { schema: RecoveryCodes })).codes;
