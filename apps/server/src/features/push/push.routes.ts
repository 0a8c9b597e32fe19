import {
  ErrorBody,
  PUSH_SUBSCRIPTIONS_MAX,
  PushSubscriptionBody,
  PushSubscriptionView,
  success,
} from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { Push, PushRefusal } from './push.ts';

const TAGS = ['Avisos'];
const ROOT = '/api/v1/push/subscriptions';
const Id = z.object({ id: z.uuid() });
const None = success(z.null());

/** Routes for a user's push subscriptions. Registered only if the installation has keys to sign messages with. */
export function registerPushRoutes(app: App, push: Push): void {
  app.get(
    ROOT,
    {
      preHandler: app.authenticate,
      schema: {
        tags: TAGS,
        summary: 'Los navegadores que reciben avisos con la app cerrada',
        response: { 200: success(z.array(PushSubscriptionView)), '4xx': ErrorBody },
      },
    },
    async ({ principal }) => ({ success: true as const, data: await push.list(principal) }),
  );
  app.post(
    ROOT,
    {
      preHandler: app.authenticate,
      schema: {
        tags: TAGS,
        summary: 'Activa los avisos en un navegador, o cambia de qué avisan',
        body: PushSubscriptionBody,
        response: { 201: success(PushSubscriptionView), '4xx': ErrorBody },
      },
    },
    async ({ principal, body }, reply) =>
      reply.code(201).send({ success: true, data: orRefuse(await push.subscribe(principal, body)) }),
  );
  app.delete(
    `${ROOT}/:id`,
    {
      preHandler: app.authenticate,
      schema: {
        tags: TAGS,
        summary: 'Quita los avisos de un navegador',
        params: Id,
        response: { 200: None, '4xx': ErrorBody },
      },
    },
    async ({ principal, params }) => ({
      success: true as const,
      data: orRefuse(await push.unsubscribe(principal, params.id)),
    }),
  );
  app.post(
    `${ROOT}/:id/test`,
    {
      preHandler: app.authenticate,
      schema: {
        tags: TAGS,
        summary: 'Envía un aviso de prueba a un navegador',
        params: Id,
        response: { 202: None, '4xx': ErrorBody },
      },
    },
    async ({ principal, params }, reply) =>
      reply.code(202).send({ success: true, data: orRefuse(await push.sendTest(principal, params.id)) }),
  );
}

function orRefuse<Value>(result: Result<Value, PushRefusal>): Value {
  if (result.ok) return result.value;
  throw new ApiError(result.error, { maximum: PUSH_SUBSCRIPTIONS_MAX });
}
