import type { UserProfile } from '@vigia/contract';
import { appMessages } from '../messages.es.ts';

/** Returns the first name, or else the user name, or else 'Usuario'; blank names do not count. */
export const displayName = (profile: Pick<UserProfile, 'first_name' | 'username'> | null): string =>
  profile?.first_name?.trim() || profile?.username?.trim() || appMessages.header.user;
