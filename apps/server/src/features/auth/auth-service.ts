import type { People } from '#features/accounts/index.ts';
import type { App } from '#platform/http/app.ts';
import type { Authenticator } from '#platform/http/principal.ts';
import { registerAuthRoutes } from './auth.routes.ts';
import { type Auth, openAuth } from './auth.ts';
import type { AuthDeps } from './auth-context.ts';
import { createBotTokens } from './bot-tokens/bot-tokens.ts';
import { registerHostedRoutes } from './hosted/hosted.routes.ts';
import { createHostedApiAuth } from './hosted/hosted-api-auth.ts';
import { createHostedApi, type HostedApi, type HostedProject } from './hosted/hosted-project.ts';
import { openHostedAuth } from './hosted/open-hosted-auth.ts';
import { registerBotTokenRoutes } from './http/bot-tokens.routes.ts';
import { registerSecurityLogRoutes } from './http/security-log.routes.ts';

/** Authentication as the rest of the server needs it: by this server itself, or by a hosted project. */
export interface AuthService {
  readonly authenticator: Authenticator;
  /** Where the browser finds the service and with which key; "" = at our own origin. */
  readonly client: { readonly url: string; readonly key: string };
  /** For the deletion of accounts; null where they are kept elsewhere. */
  readonly people: People | null;
  /** The embedded auth service; absent with a hosted project. */
  readonly embedded: Auth | null;
  registerRoutes(app: App): void;
  start(): void;
  stop(): void;
}

/**
 * @param project keeps the accounts instead of this server; null = this server does
 * @param fetch calls the project
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
    client: { url: '', key: auth.publishableKey },
    people: auth.people,
    embedded: auth,
    registerRoutes: (app) => registerAuthRoutes(app, auth),
    start: () => auth.start(),
    stop: () => auth.stop(),
  };
}

async function openHosted(deps: AuthDeps, project: HostedProject, api: HostedApi): Promise<AuthService> {
  const hosted = openHostedAuth({ ...deps, project, api });
  const botTokens = createBotTokens(deps);
  const securityEntries = { securityEntries: deps.securityLog.read.bind(null, deps.db.sql) };
  return {
    authenticator: botTokens.beside(hosted.authenticator),
    client: { url: project.url, key: project.anonKey },
    people: null,
    embedded: null,
    registerRoutes(app) {
      registerHostedRoutes(app, createHostedApiAuth(api));
      registerBotTokenRoutes(app, botTokens);
      registerSecurityLogRoutes(app, securityEntries);
    },
    start: () => undefined,
    stop: () => botTokens.stop(),
  };
}
