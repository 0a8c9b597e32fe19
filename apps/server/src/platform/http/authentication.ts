import { allowsEffect, type Effect } from '@vigia/core/vocabulary';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';
import type { Authenticator, Principal } from './principal.ts';
import type { RequestLimits } from './request-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** `preHandler` of every route that requires a signed-in user; it answers 401 without one. */
    authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
  interface FastifyRequest {
    /**
     * The user of the request. If the route does not use `app.authenticate`, reading this property throws
     * `not_authenticated`. Routes that identify their users in another way set the property.
     */
    principal: Principal;
  }
  interface FastifyContextConfig {
    /**
     * Effects of every call of this route. A bot needs the scopes of all of them (`EFFECT_SCOPES`). Bots cannot call a
     * route that declares none.
     */
    effects?: readonly [Effect, ...Effect[]];
    /** Effects that depend on the content of a call or on stored rows. The feature checks them for bots. */
    effectsByContent?: readonly Effect[];
  }
}

const principals = new WeakMap<FastifyRequest, Principal>();

/** Returns the user of the request, or null if no user is identified. */
export const principalOf = (request: FastifyRequest): Principal | null => principals.get(request) ?? null;

/** Adds `app.authenticate` and `request.principal`. */
export function addAuthentication(app: App, authenticator: Authenticator, limits: RequestLimits): void {
  app.decorateRequest('principal', {
    getter() {
      const principal = principalOf(this);
      if (principal === null) throw new ApiError('not_authenticated');
      return principal;
    },
    setter(principal) {
      principals.set(this, principal);
    },
  });

  const authenticate = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = bearerToken(request.headers.authorization);
    const outcome = token === null ? 'not_authenticated' : await authenticator.authenticate(token, request.ip);
    if (typeof outcome === 'string') throw new ApiError(outcome);
    limits.countAccount(outcome.userId, request, reply);
    if (!mayCall(outcome, request.routeOptions.config.effects)) throw new ApiError('insufficient_scope');
    request.principal = outcome;
  };
  app.decorate('authenticate', authenticate);

  // The check is an onRequest hook, because without a valid token the response must be 401. A preHandler would run only
  // after the body is read and validated.
  app.addHook('onRoute', (route) => {
    const before = [route.preHandler ?? []].flat();
    if (!before.some((hook) => hook === authenticate)) return;
    route.preHandler = before.filter((hook) => hook !== authenticate);
    route.onRequest = [...[route.onRequest ?? []].flat(), authenticate];
    route.schema = { ...route.schema, security: [{ bearer: [] }] };
  });
}

/**
 * True if the caller may use the route. Bots cannot call a route without effects, so that a new route is never open to
 * them by mistake.
 */
const mayCall = ({ scopes }: Principal, effects: readonly Effect[] | undefined): boolean =>
  scopes === null || (effects?.every((effect) => allowsEffect(scopes, effect)) ?? false);

/** Returns the token of `Authorization: Bearer …`; null if there is none. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}
