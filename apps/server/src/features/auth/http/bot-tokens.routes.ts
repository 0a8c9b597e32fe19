import { BotToken, ErrorBody, MadeBotToken, NewBotToken, success } from '@vigia/contract';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { formatRange, isAddressRange } from '../bot-tokens/address-range.ts';
import type { BotTokenRow } from '../bot-tokens/bot-tokens.repository.ts';
import type { BotTokens } from '../bot-tokens/bot-tokens.ts';
import { MAX_TOKENS } from '../bot-tokens/make-bot-token.ts';
import { originOf } from './read.ts';

const PATH = '/api/v1/account/bot-tokens';
const tags = ['Cuenta'];
const Id = z.object({ id: z.uuid() });

const AddressRange = z.string().max(49).refine(isAddressRange, 'No es una dirección IP ni un rango CIDR.');
const Body = NewBotToken.extend({ allowed_ips: z.array(AddressRange).max(20).optional() });

/** Bot tokens: people only, never a bot, so that no token can beget another. */
export function registerBotTokenRoutes(app: App, tokens: BotTokens): void {
  const preHandler = app.authenticate;
  app.get(
    PATH,
    { preHandler, schema: { tags, summary: 'Tus tokens de bot', response: { 200: success(z.array(BotToken)) } } },
    async ({ principal }) => ({ success: true as const, data: (await tokens.list(principal.userId)).map(toView) }),
  );
  registerMaking(app, tokens);
  app.delete(
    `${PATH}/:id`,
    {
      preHandler,
      schema: { tags, summary: 'Elimina un token', params: Id, response: { 200: success(z.null()), 404: ErrorBody } },
    },
    async (request) => {
      const isEnded = await tokens.end(request.principal, request.params.id, originOf(request));
      if (!isEnded) throw new ApiError('bot_token_not_found');
      return { success: true as const, data: null };
    },
  );
  app.post(
    `${PATH}/:id/resume`,
    {
      preHandler,
      schema: { tags, summary: 'Reactiva un token', params: Id, response: { 200: success(BotToken), 404: ErrorBody } },
    },
    async (request) => {
      const row = await tokens.resume(request.principal, request.params.id, originOf(request));
      if (row === null) throw new ApiError('bot_token_not_found');
      return { success: true as const, data: toView(row) };
    },
  );
}

function registerMaking(app: App, tokens: BotTokens): void {
  app.post(
    PATH,
    {
      preHandler: app.authenticate,
      schema: {
        tags,
        summary: 'Crea un token de bot; solo esta respuesta lo muestra',
        body: Body,
        response: { 201: success(MadeBotToken), '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const made = await tokens.make(request.principal, request.body, originOf(request));
      if (!made.ok) throw new ApiError(made.error, { maximum: MAX_TOKENS });
      const { row, token } = made.value;
      const data = { ...toView(row), token };
      return reply.code(201).header('cache-control', 'no-store').send({ success: true, data });
    },
  );
}

const toView = (row: BotTokenRow): BotToken => ({
  id: row.id,
  name: row.name,
  last_four: row.last_four,
  scopes: row.scopes,
  allowed_ips: (row.allowed_ips ?? []).map(formatRange),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_used_ip: row.last_used_ip,
  paused_at: row.paused_at?.toISOString() ?? null,
});
