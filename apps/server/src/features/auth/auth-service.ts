import type { People, SecurityNotices } from '#features/accounts/index.ts';
import type { App } from '#platform/http/app.ts';
import { createFreshProofs, type FreshProofs } from '#platform/http/fresh-proof.ts';
import type { Authenticator } from '#platform/http/principal.ts';
import { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import { registerAuthRoutes } from './auth.routes.ts';
import { type Auth, openAuth } from './auth.ts';
import type { AuthDeps } from './auth-context.ts';
import { createBotTokens } from './bot-tokens/bot-tokens.ts';
import { registerHostedRoutes } from './hosted/hosted.routes.ts';
import { createHostedApiAuth } from './hosted/hosted-api-auth.ts';
import { createHostedApi, type HostedApi, type HostedProject } from './hosted/hosted-project.ts';
import { createHostedProofs } from './hosted/hosted-proofs.ts';
import { openHostedAuth } from './hosted/open-hosted-auth.ts';
import { registerBotTokenRoutes } from './http/bot-tokens.routes.ts';
import { registerNotMeRoute } from './http/not-me.routes.ts';
import { registerSecurityLogRoutes } from './http/security-log.routes.ts';
import { executeNotMeLink } from './security/not-me.ts';
import { createSecurityNotices } from './security/security-notices.ts';
import { AuthLimits } from './throttle/auth-limits.ts';

/** Authentication for the rest of the server. The users are kept by this server or by a hosted Supabase project. */
export interface AuthService {
  readonly authenticator: Authenticator;
  /** Signs and checks re-authentication proofs. */
  readonly proofs: FreshProofs;
  /**
   * URL and publishable key with which the web app calls the auth service; an empty URL means the origin of the page.
   */
  readonly client: { readonly url: string; readonly key: string };
  /** Methods needed to delete accounts; null if a hosted project keeps the users. */
  readonly people: People | null;
  /** Notifies the owner of an account by mail of security changes made by other features. */
  readonly notices: SecurityNotices;
  /** The auth service of this server; null if a hosted project keeps the users. */
  readonly embedded: Auth | null;
  registerRoutes(app: App): void;
  start(): void;
  stop(): void;
}

/**
 * Opens the auth service of this installation.
 * @param project hosted project that keeps the users; null if this server keeps them
 * @param fetch function that calls the project
 */
export function openAuthService(
  deps: AuthDeps,
  project: HostedProject | null,
  fetch: typeof globalThis.fetch,
): Promise<AuthService> {
  return project === null ? openEmbedded(deps) : openHosted(deps, project, createHostedApi(project, fetch));
}

async function openEmbedded(deps: AuthDeps): Promise<AuthService> {
  const auth = await openAuth(deps);
  return {
    authenticator: auth.authenticator,
    proofs: auth.proofs,
    client: { url: '', key: auth.publishableKey },
    people: auth.people,
    notices: auth.notices,
    embedded: auth,
    registerRoutes: (app) => registerAuthRoutes(app, auth),
    start: () => auth.start(),
    stop: () => auth.stop(),
  };
}

async function openHosted(deps: AuthDeps, project: HostedProject, api: HostedApi): Promise<AuthService> {
  const hosted = openHostedAuth({ ...deps, project, api });
  const botTokens = createBotTokens(deps);
  const fresh = createFreshProofs(deps.keyedHash, deps.clock);
  const limits = new AuthLimits(new SharedThrottle(deps.db, deps.clock), deps.emailIntervalMs);
  const identity = createHostedProofs(api, limits);
  const securityEntries = { securityEntries: deps.securityLog.read.bind(null, deps.db.sql) };
  return {
    authenticator: botTokens.beside(hosted.authenticator),
    proofs: fresh,
    client: { url: project.url, key: project.anonKey },
    people: null,
    notices: createSecurityNotices(deps),
    embedded: null,
    registerRoutes(app) {
      registerHostedRoutes(app, createHostedApiAuth(api), { identity, fresh });
      registerNotMeRoute(app, { notMe: (token, origin) => executeNotMeLink({ ...deps, limits }, token, origin) });
      registerBotTokenRoutes(app, botTokens);
      registerSecurityLogRoutes(app, securityEntries);
    },
    start: () => undefined,
    stop: () => botTokens.stop(),
  };
}
