import type { App } from '#platform/http/app.ts';
import type { Auth } from './auth.ts';
import { registerAccessRoute } from './http/access.routes.ts';
import { registerApiAuthRoutes } from './http/api-auth.routes.ts';
import { registerBotTokenRoutes } from './http/bot-tokens.routes.ts';
import { registerFactorResetRoutes } from './http/factor-reset.routes.ts';
import { registerGotrueRoutes } from './http/gotrue.routes.ts';
import { registerNotMeRoute } from './http/not-me.routes.ts';
import { registerProofRoutes } from './http/proof.routes.ts';
import { registerRecoveryCodeRoutes } from './http/recovery-codes.routes.ts';
import { registerSecurityLogRoutes } from './http/security-log.routes.ts';
import { registerSessionListRoutes } from './http/sessions.routes.ts';

/** Registers the routes `/auth/v1/*` for the Supabase client and `/api/v1/auth/*` for other clients. */
export function registerAuthRoutes(app: App, auth: Auth): void {
  registerGotrueRoutes(app, auth);
  registerApiAuthRoutes(app, auth);
  registerRecoveryCodeRoutes(app, auth);
  registerProofRoutes(app, auth.identity, auth.proofs);
  registerFactorResetRoutes(app, auth);
  registerNotMeRoute(app, auth);
  registerAccessRoute(app);
  registerBotTokenRoutes(app, auth.botTokens);
  registerSessionListRoutes(app, auth);
  registerSecurityLogRoutes(app, auth);
}
