import type { UserProfile } from '@vigia/contract';
import { appMessages } from '../messages.es.ts';

/** First name, else user name, else 'Usuario'; blanks count as nothing. */
export const displayName = (profile: Pick<UserProfile, 'first_name' | 'username'> | null): string =>
  profile?.first_name?.trim() || profile?.username?.trim() || appMessages.header.user;
