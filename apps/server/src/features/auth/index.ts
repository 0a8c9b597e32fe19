/**
 * Sign-up, sign-in and sessions, in the protocol of the Supabase client. Either this server or a hosted Supabase
 * project keeps the users.
 */

export { type AuthService, openAuthService } from './auth-service.ts';
export { runningBots } from './bot-tokens/running-bots.ts';
export { AUTH_SECTIONS } from './leaving/export-sections.ts';
export { readAutomationActor } from './users/read-automation-actor.ts';
