import { queryOptions } from '@tanstack/react-query';
import { RecoveryCodes, RecoveryCodesLeft } from '@vigia/contract';
import { api } from '#shared/lib/api.ts';

const CODES_PATH = '/api/v1/account/recovery-codes';

export const codesLeftQuery = queryOptions({
  queryKey: [CODES_PATH],
  queryFn: async ({ signal }) => (await api.get(CODES_PATH, { schema: RecoveryCodesLeft, signal })).left,
});

/** Ten fresh codes; the earlier ones end. @throws ApiFailure */
export const makeRecoveryCodes = async (): Promise<readonly string[]> =>
  (await api.post(CODES_PATH, { schema: RecoveryCodes })).codes;
