import type { AuthUserView } from '@vigia/contract';
import type { Sql } from '#platform/persistence/database.ts';
import { factorViews } from '../factors/factors.repository.ts';
import type { AuthUser } from './auth-user.ts';
import { toUserView } from './user-view.ts';

/**
 * Returns the user object of the API with the user's second factors. From them the client decides whether to ask for a
 * code.
 */
export const readUserView = async (sql: Sql, user: AuthUser): Promise<AuthUserView> =>
  toUserView(user, await factorViews(sql, user.id));
