import { BotToken, EndedBotTokens, MadeBotToken, NewBotToken } from '@vigia/contract';
import { z } from 'zod';
import { ApiError, valueOrNotFound } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { formatRange, isAddressRange } from '../bot-tokens/address-range.ts';
import type { BotTokenRow } from '../bot-tokens/bot-tokens.repository.ts';
import type { BotTokens } from '../bot-tokens/bot-tokens.ts';
import { MAX_TOKENS } from '../bot-tokens/make-bot-token.ts';
import { originOf } from './read.ts';

const PATH = '/api/v1/account/bot-tokens';
const Id = z.object({ id: z.uuid() });
const CHANGE = { effects: ['changes_account'] } as const;

const AddressRange = z.string().max(49).refine(isAddressRange, 'No es una dirección IP ni un rango CIDR.');
const Body = NewBotToken.extend({ allowed_ips: z.array(AddressRange).max(20).optional() });

/**
 * Registers the routes of bot tokens. A request with a bot token is refused, so that no bot can create another token.
 */
export function registerBotTokenRoutes(app: App, tokens: BotTokens): void {
  const routes = memberRoutes(app, 'Cuenta');
  routes.get(
    PATH,
    { config: { effects: ['reads_account'] }, summary: 'Tus tokens de bot', data: z.array(BotToken) },
    async ({ principal }) => (await tokens.list(principal.userId)).map(toView),
  );
  routes.post(
    PATH,
    {
      config: { ...CHANGE, freshProof: 'always' },
      summary: 'Crea un token de bot; solo esta respuesta lo muestra',
      body: Body,
      data: MadeBotToken,
      status: 201,
      failures: '4xx',
    },
    async (request, reply) => {
      const made = await tokens.make(request.principal, request.body, originOf(request));
      if (!made.ok) throw new ApiError(made.error, { maximum: MAX_TOKENS });
      reply.header('cache-control', 'no-store');
      return { ...toView(made.value.row), token: made.value.token };
    },
  );
  routes.delete(
    PATH,
    {
      config: CHANGE,
      summary: 'Elimina todos tus tokens, como al cerrar sesión en todas partes',
      data: EndedBotTokens,
    },
    async (request) => ({ ended: await tokens.endAll(request.principal, originOf(request)) }),
  );
  routes.delete(
    `${PATH}/:id`,
    { config: CHANGE, summary: 'Elimina un token', params: Id, data: z.null(), failures: 404 },
    async (request) => {
      const isEnded = await tokens.end(request.principal, request.params.id, originOf(request));
      if (!isEnded) throw new ApiError('bot_token_not_found');
      return null;
    },
  );
  routes.post(
    `${PATH}/:id/resume`,
    {
      config: { ...CHANGE, freshProof: 'always' },
      summary: 'Reactiva un token',
      params: Id,
      data: BotToken,
      failures: '4xx',
    },
    async (request) => {
      const row = await tokens.resume(request.principal, request.params.id, originOf(request));
      return toView(valueOrNotFound(row, 'bot_token_not_found'));
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
