import { MadeWebhook, WebhookBody, WebhookDelivery, WebhookSecret, WebhookView } from '@vigia/contract';
import { z } from 'zod';
import { valueOrApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { callerOf } from '../accounts/index.ts';
import type { Webhooks } from './webhooks.ts';

const PATH = '/api/v1/notifications/webhooks';
const ONE = `${PATH}/:id`;
const READS = { effects: ['reads_account'] } as const;
const CHANGES = { effects: ['changes_account'] } as const;
/** A new address gets the news of the account, so the user proves that they set it in person. */
const PROVED = { ...CHANGES, freshProof: 'always' } as const;
const ofOne = { params: z.object({ id: z.uuid() }), failures: '4xx' } as const;

/** Registers the routes of a user's webhooks. No bot may use them. */
export function registerWebhookRoutes(app: App, webhooks: Webhooks): void {
  registerList(app, webhooks);
  registerState(app, webhooks);
  registerDeliveries(app, webhooks);
}

function registerList(app: App, webhooks: Webhooks): void {
  const routes = memberRoutes(app, 'Avisos');
  routes.get(
    PATH,
    { config: READS, summary: 'Tus webhooks, con su estado', data: z.array(WebhookView), failures: '4xx' },
    ({ principal }) => webhooks.list(principal.userId),
  );
  routes.post(
    PATH,
    {
      config: PROVED,
      summary: 'Crea un webhook: una dirección que recibe tus avisos firmados',
      description: 'Solo esta respuesta muestra su secreto. Cómo se comprueba la firma: docs/guides/webhooks.md.',
      body: WebhookBody,
      data: MadeWebhook,
      status: 201,
      failures: '4xx',
    },
    async (request) => valueOrApiError(await webhooks.create(callerOf(request), request.body)),
  );
  routes.put(
    ONE,
    { ...ofOne, config: PROVED, summary: 'Cambia un webhook', body: WebhookBody, data: WebhookView },
    async (request) => valueOrApiError(await webhooks.change(callerOf(request), request.params.id, request.body)),
  );
  routes.delete(
    ONE,
    { ...ofOne, config: CHANGES, summary: 'Elimina un webhook, con lo que le falta por recibir', data: z.null() },
    async (request) => valueOrApiError(await webhooks.remove(callerOf(request), request.params.id)),
  );
}

function registerState(app: App, webhooks: Webhooks): void {
  const routes = memberRoutes(app, 'Avisos');
  routes.post(
    `${ONE}/secret`,
    {
      ...ofOne,
      config: PROVED,
      summary: 'Cambia el secreto de un webhook, que se muestra una sola vez; el anterior deja de valer',
      data: WebhookSecret,
      status: 201,
    },
    async (request) => valueOrApiError(await webhooks.rotateSecret(callerOf(request), request.params.id)),
  );
  routes.post(
    `${ONE}/enable`,
    { ...ofOne, config: PROVED, summary: 'Activa de nuevo un webhook que se apagó', data: WebhookView },
    async (request) => valueOrApiError(await webhooks.enable(callerOf(request), request.params.id)),
  );
}

function registerDeliveries(app: App, webhooks: Webhooks): void {
  const routes = memberRoutes(app, 'Avisos');
  routes.post(
    `${ONE}/tests`,
    { ...ofOne, config: CHANGES, summary: 'Envía una prueba a un webhook y dice qué respondió', data: WebhookDelivery },
    async ({ principal, params }) => valueOrApiError(await webhooks.sendTest(principal.userId, params.id)),
  );
  routes.get(
    `${ONE}/deliveries`,
    { ...ofOne, config: READS, summary: 'Los últimos envíos a un webhook', data: z.array(WebhookDelivery) },
    async ({ principal, params }) => valueOrApiError(await webhooks.deliveries(principal.userId, params.id)),
  );
}
