/** Sign-up, sign-in and sessions: embedded, in the protocol of Supabase's own client, or kept by a hosted project. */

export { type AuthService, openAuthService } from './auth-service.ts';
export { runningBots } from './bot-tokens/running-bots.ts';
export { AUTH_SECTIONS } from './leaving/export-sections.ts';
