const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** The installation's bot at Telegram. The token gives full control of the bot. */
export type TelegramBot = {
  readonly token: string;
  /** Origin of the Bot API, without a slash at the end. */
  readonly apiUrl: string;
};

const PUBLIC_API = 'https://api.telegram.org';

export const BOT_TOKEN_FORM = /^\d{5,20}:[\w-]{30,60}$/;
export const BOT_TOKEN_RULE = 'el token que da @BotFather, como 123456789:AAE…';
export const TELEGRAM_API_RULE = 'una dirección https:// sin ruta, o http:// en esta máquina';

/** Returns true for an https origin, and for an http origin on this machine: the token is part of every request. */
export function isTelegramApi(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  if (pathname !== '/' || [username, password, search, hash].some((part) => part !== '')) return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

/** Returns the bot; null if the installation has none. */
export const telegramBot = (token: string | undefined, apiUrl: string | undefined): TelegramBot | null =>
  token === undefined ? null : { token, apiUrl: apiUrl === undefined ? PUBLIC_API : new URL(apiUrl).origin };
