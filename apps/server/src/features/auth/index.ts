/**
 * Sign-up, sign-in and sessions: by this server in the protocol of the Supabase client, or by a hosted Supabase
 * project.
 */

export { type AuthService, openAuthService } from './auth-service.ts';
export { runningBots } from './bot-tokens/running-bots.ts';
export { AUTH_SECTIONS } from './leaving/export-sections.ts';
