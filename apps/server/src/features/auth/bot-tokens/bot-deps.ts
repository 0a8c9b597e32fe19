import type { AuthDeps } from '../auth-context.ts';

/** Dependencies of bot tokens, which belong to users however these sign in. */
export type BotDeps = Pick<
  AuthDeps,
  'db' | 'bus' | 'clock' | 'ids' | 'background' | 'securityLog' | 'randomBytes' | 'site' | 'outbox'
>;
