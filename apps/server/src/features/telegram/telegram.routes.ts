import { TelegramCode, TelegramOrdersBody, TelegramTopicsBody, TelegramView } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { callerOf } from '../accounts/index.ts';
import type { Telegram, TelegramRefusal } from './telegram.ts';
import { SECRET_HEADER, WEBHOOK_PATH } from './webhook.ts';

const ROOT = '/api/v1/telegram';

/** Registers the routes of a user's chat with the bot, and the one to which Telegram posts updates. */
export function registerTelegramRoutes(app: App, telegram: Telegram): void {
  const routes = memberRoutes(app, 'Avisos');
  const failures = '4xx';
  routes.get(
    ROOT,
    { config: { effects: ['reads_account'] }, summary: 'Tu chat de Telegram', data: TelegramView },
    ({ principal }) => telegram.view(principal.userId),
  );
  routes.post(
    `${ROOT}/code`,
    {
      // A chat outlives the session that connects it. A demo has no password to prove anything with.
      config: { effects: ['changes_account'], freshProof: ({ principal }) => !principal.isAnonymous },
      summary: 'Crea un código que conecta un chat de Telegram, una vez y durante diez minutos',
      description: 'Reemplaza al código anterior.',
      data: TelegramCode,
      status: 201,
      failures,
    },
    async ({ principal }) => orRefuse(await telegram.newCode(principal.userId)),
  );
  routes.put(
    `${ROOT}/topics`,
    {
      config: { effects: ['changes_screen'] },
      summary: 'Cambia qué avisos llegan a tu chat de Telegram',
      body: TelegramTopicsBody,
      data: TelegramView,
      failures,
    },
    async ({ principal, body }) => orRefuse(await telegram.changeTopics(principal.userId, body.topics)),
  );
  routes.put(
    `${ROOT}/orders`,
    {
      config: { effects: ['changes_account'], freshProof: ({ body }) => allowsOrders(body) },
      summary: 'Permite o apaga las órdenes de práctica desde tu chat de Telegram',
      description: 'Permitirlas pide una prueba de identidad. Ninguna orden de un chat usa dinero real.',
      body: TelegramOrdersBody,
      data: TelegramView,
      failures,
    },
    async (request) => orRefuse(await telegram.allowOrders(callerOf(request), request.body.allows_orders)),
  );
  routes.post(
    `${ROOT}/test`,
    {
      config: { effects: ['changes_screen'] },
      summary: 'Envía un aviso de prueba a tu chat de Telegram',
      data: z.null(),
      status: 202,
      failures,
    },
    async ({ principal }) => orRefuse(await telegram.sendTest(principal.userId)),
  );
  routes.delete(
    ROOT,
    { config: { effects: ['changes_account'] }, summary: 'Desconecta tu chat de Telegram', data: TelegramView },
    ({ principal }) => telegram.unlink(principal.userId),
  );
  app.post(WEBHOOK_PATH, { schema: { hide: true, body: z.unknown() } }, async ({ headers, body }) => {
    if (!(await telegram.receive(headers[SECRET_HEADER], body))) throw new ApiError('not_found');
    return { ok: true };
  });
}

const allowsOrders = (body: unknown): boolean => TelegramOrdersBody.safeParse(body).data?.allows_orders === true;

function orRefuse<Value>(result: Result<Value, TelegramRefusal>): Value {
  if (result.ok) return result.value;
  throw new ApiError(result.error);
}
