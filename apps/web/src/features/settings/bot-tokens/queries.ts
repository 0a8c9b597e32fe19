import { BotToken, EndedBotTokens, MadeBotToken, type NewBotToken } from '@vigia/contract';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';

const TOKENS_PATH = '/api/v1/account/bot-tokens';
const onePath = (id: string): string => `${TOKENS_PATH}/${encodeURIComponent(id)}`;

export const botTokensQuery = apiQuery(TOKENS_PATH, z.array(BotToken));

/**
 * Creates a bot token. Only this response contains the value of the token.
 * @throws ApiFailure
 */
export const makeBotToken = (api: ApiClient, token: NewBotToken): Promise<MadeBotToken> =>
  api.post(TOKENS_PATH, { schema: MadeBotToken, body: token });

/**
 * Resumes a paused bot token.
 * @throws ApiFailure
 */
export const resumeBotToken = (api: ApiClient, id: string): Promise<unknown> =>
  api.post(`${onePath(id)}/resume`, { schema: z.unknown() });

/**
 * Deletes a bot token.
 * @throws ApiFailure
 */
export const endBotToken = (api: ApiClient, id: string): Promise<unknown> =>
  api.delete(onePath(id), { schema: z.unknown() });

/**
 * Deletes all bot tokens of the user at once.
 * @throws ApiFailure
 */
export const endAllBotTokens = (api: ApiClient): Promise<unknown> =>
  api.delete(TOKENS_PATH, { schema: EndedBotTokens });
