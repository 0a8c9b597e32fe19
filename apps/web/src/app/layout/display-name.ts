import type { UserProfile } from '@vigia/contract';
import { appMessages } from '../messages.es.ts';

/** Returns the first name, else the user name, else 'Usuario'. A blank name counts as missing. */
export const displayName = (profile: Pick<UserProfile, 'first_name' | 'username'> | null): string =>
  profile?.first_name?.trim() || profile?.username?.trim() || appMessages.header.user;
