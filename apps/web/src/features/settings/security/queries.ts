import { RecoveryCodes, RecoveryCodesLeft } from '@vigia/contract';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';

const CODES_PATH = '/api/v1/account/recovery-codes';

const Left = RecoveryCodesLeft.transform(({ left }) => left);
export const codesLeftQuery = apiQuery(CODES_PATH, Left);

/**
 * Creates ten new recovery codes. The earlier codes become invalid.
 * @throws ApiFailure
 */
export const makeRecoveryCodes = async (api: ApiClient): Promise<readonly string[]> =>
  (await api.post(CODES_PATH, { schema: RecoveryCodes })).codes;
