import { PUSH_SUBSCRIPTIONS_MAX, PushSubscriptionBody, PushSubscriptionView } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Push, PushRefusal } from './push.ts';

const ROOT = '/api/v1/push/subscriptions';
const Id = z.object({ id: z.uuid() });
const CHANGE = { effects: ['changes_screen'] } as const;

/** Registers the routes of a user's push subscriptions. */
export function registerPushRoutes(app: App, push: Push): void {
  const routes = memberRoutes(app, 'Avisos');
  const failures = '4xx';
  routes.get(
    ROOT,
    {
      config: { effects: ['reads_account'] },
      summary: 'Los navegadores que reciben avisos con la app cerrada',
      data: z.array(PushSubscriptionView),
      failures,
    },
    ({ principal }) => push.list(principal),
  );
  routes.post(
    ROOT,
    {
      config: CHANGE,
      summary: 'Activa los avisos en un navegador, o cambia de qué avisan',
      body: PushSubscriptionBody,
      data: PushSubscriptionView,
      status: 201,
      failures,
    },
    async ({ principal, body }) => orRefuse(await push.subscribe(principal, body)),
  );
  routes.delete(
    `${ROOT}/:id`,
    { config: CHANGE, summary: 'Quita los avisos de un navegador', params: Id, data: z.null(), failures },
    async ({ principal, params }) => orRefuse(await push.unsubscribe(principal, params.id)),
  );
  routes.post(
    `${ROOT}/:id/test`,
    {
      config: CHANGE,
      summary: 'Envía un aviso de prueba a un navegador',
      params: Id,
      data: z.null(),
      status: 202,
      failures,
    },
    async ({ principal, params }) => orRefuse(await push.sendTest(principal, params.id)),
  );
}

function orRefuse<Value>(result: Result<Value, PushRefusal>): Value {
  if (result.ok) return result.value;
  throw new ApiError(result.error, { maximum: PUSH_SUBSCRIPTIONS_MAX });
}
