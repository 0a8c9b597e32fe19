import { AccountSafety } from '@vigia/contract';
import { apiQuery } from './api-query.ts';

const PATH = '/api/v1/account/safety';

/** The user's declarations, a self-exclusion, and the obstacles to real money in this session. */
export const safetyQuery = apiQuery(PATH, AccountSafety);
