import { z } from 'zod';
import { connectionsMessages } from '../messages.es.ts';

const words = connectionsMessages.form;

/**
 * Maximum lengths that the server accepts. The limit for cookies is large, because the cookies of a site have a few
 * thousand characters.
 */
const MAX = { email: 254, password: 256, token: 4_096, appId: 64, session: 8_192, userAgent: 512 } as const;

/**
 * Schema of a pasted text: one line that is valid as an HTTP header value. It removes spaces at both ends, because
 * copying often adds them.
 */
const pasted = (max: number) =>
  z
    .string()
    .trim()
    .max(max, words.tooLong)
    .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, words.notOneLine);
const needed = (max: number) => pasted(max).min(1, words.missing);

export const PasswordInput = z.object({
  email: z
    .string()
    .trim()
    .max(MAX.email, words.tooLong)
    .regex(/^[^\s@]+@[^\s@]+$/, words.emailWrong),
  // The password is not trimmed, because it may contain spaces.
  password: z
    .string()
    .min(1, words.missing)
    .max(MAX.password, words.tooLong)
    .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, words.notOneLine),
});

export const ApiTokenInput = z.object({ api_token: needed(MAX.token), app_id: needed(MAX.appId) });

/** Schema of a browser session. Empty optional fields are dropped. */
export const BrowserSessionInput = z.object({
  session_token: needed(MAX.session),
  cookies: pasted(MAX.session),
  user_agent: pasted(MAX.userAgent),
});
