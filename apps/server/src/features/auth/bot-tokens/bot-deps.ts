import type { AuthDeps } from '../auth-context.ts';

/** Dependencies of bot tokens, provided both by the embedded auth service and with a hosted project. */
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
