import type { AuthDeps } from '../auth-context.ts';

/** Dependencies of bot tokens. Both the embedded auth service and a hosted project provide them. */
export type BotDeps = Pick<
  AuthDeps,
  | 'db'
  | 'bus'
  | 'clock'
  | 'ids'
  | 'background'
  | 'securityLog'
  | 'randomBytes'
  | 'site'
  | 'outbox'
  | 'accounts'
  | 'isHosted'
>;
