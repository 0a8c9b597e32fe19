import { AccountSafety, Declaration, ErrorBody, SelfExclusion, success } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { callerOf } from '../caller.ts';
import { declare } from './declare.ts';
import { excludeMyself } from './exclude-myself.ts';
import { readSafety } from './read-safety.ts';
import type { AccountRefusal } from './refusal.ts';
import type { SafetyDeps } from './switch-mode.ts';

const TAGS = ['Cuenta'];
const response = { 200: success(AccountSafety), '4xx': ErrorBody };

/** Declarations, self-exclusion, and what they mean for real money. People only. */
export function registerSafetyRoutes(app: App, deps: SafetyDeps & { readonly keyedHash: KeyedHash }): void {
  const preHandler = app.authenticate;
  app.get(
    '/api/v1/account/safety',
    {
      preHandler,
      schema: { tags: TAGS, summary: 'Declaraciones, autoexclusión y lo que falta para dinero real', response },
    },
    async ({ principal }) => ({ success: true as const, data: await readSafety(deps, principal) }),
  );
  app.put(
    '/api/v1/account/declaration',
    {
      preHandler,
      schema: { tags: TAGS, summary: 'Declara mayoría de edad y país de residencia', body: Declaration, response },
    },
    async (request) => {
      orRefuse(await declare(deps, callerOf(request), request.body));
      return { success: true as const, data: await readSafety(deps, request.principal) };
    },
  );
  app.post(
    '/api/v1/account/self-exclusion',
    {
      preHandler,
      schema: {
        tags: TAGS,
        summary: 'Autoexclusión del dinero real: se puede alargar, nunca acortar',
        body: SelfExclusion,
        response,
      },
    },
    async (request) => {
      orRefuse(await excludeMyself(deps, callerOf(request), request.body));
      return { success: true as const, data: await readSafety(deps, request.principal) };
    },
  );
}

/** @throws ApiError of the refusal */
export function orRefuse<Value>(outcome: Result<Value, AccountRefusal>): Value {
  if (outcome.ok) return outcome.value;
  throw new ApiError(outcome.error.code, outcome.error.values);
}
