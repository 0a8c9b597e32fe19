import { type NotificationTopic, TelegramCode, TelegramView } from '@vigia/contract';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';

const PATH = '/api/v1/telegram';

export const telegramQuery = apiQuery(PATH, TelegramView);

/**
 * Creates a code that connects a chat. Earlier codes are no longer valid.
 * @throws ApiFailure
 */
export const createChatCode = (api: ApiClient): Promise<TelegramCode> =>
  api.post(`${PATH}/code`, { schema: TelegramCode });

/**
 * Changes which notifications are sent to the chat.
 * @throws ApiFailure
 */
export const saveChatTopics = (api: ApiClient, topics: readonly NotificationTopic[]): Promise<TelegramView> =>
  api.put(`${PATH}/topics`, { schema: TelegramView, body: { topics } });

/**
 * Sets whether the chat may send orders on practice accounts.
 * @throws ApiFailure
 */
export const saveChatOrders = (api: ApiClient, allowsOrders: boolean): Promise<TelegramView> =>
  api.put(`${PATH}/orders`, { schema: TelegramView, body: { allows_orders: allowsOrders } });

/**
 * Sends a test message to the chat.
 * @throws ApiFailure
 */
export const sendTestChatMessage = (api: ApiClient): Promise<null> => api.post(`${PATH}/test`, { schema: z.null() });

/**
 * Disconnects the chat.
 * @throws ApiFailure
 */
export const disconnectChat = (api: ApiClient): Promise<TelegramView> => api.delete(PATH, { schema: TelegramView });
