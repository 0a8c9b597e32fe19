import { PcrSetupStatistics } from '@vigia/contract';
import { apiQuery } from '#shared/lib/api-query.ts';
import { SETUP_PATH } from '../setup-calls.ts';

/** Query of the statistics of one setup. */
export const statisticsQuery = (setupId: string) =>
  apiQuery(`${SETUP_PATH}/${setupId}/statistics`, PcrSetupStatistics, { key: [SETUP_PATH, setupId, 'statistics'] });
