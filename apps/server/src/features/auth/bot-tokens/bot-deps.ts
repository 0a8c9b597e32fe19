import type { AuthDeps } from '../auth-context.ts';

/** What bot tokens need: they belong to people however these sign in. */
export type BotDeps = Pick<
  AuthDeps,
  'db' | 'bus' | 'clock' | 'ids' | 'background' | 'securityLog' | 'randomBytes' | 'site' | 'outbox'
>;
