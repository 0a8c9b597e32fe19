/** Embedded sign-up, sign-in and sessions, in the protocol of Supabase's own client. */

export { registerAuthRoutes } from './auth.routes.ts';
export { type Auth, openAuth } from './auth.ts';
export { AUTH_SECTIONS } from './leaving/export-sections.ts';
