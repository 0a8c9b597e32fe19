/** The bot of the installation at Telegram: messages about notifications, and commands of connected chats. */
export type { ChatOrder } from './chat-order.ts';
export { TELEGRAM_SECTIONS } from './export-sections.ts';
export type { BotOrderTerms, BotRefusal } from './order-terms.ts';
export { registerTelegramRoutes } from './telegram.routes.ts';
export { Telegram } from './telegram.ts';
