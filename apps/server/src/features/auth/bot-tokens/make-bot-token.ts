import type { NewBotToken } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { Origin } from '../auth-context.ts';
import { addressOf } from '../security/address-of.ts';
import { announceSecurityChange } from '../security/announce-security-change.ts';
import { lockUser } from '../users/users.repository.ts';
import type { BotDeps } from './bot-deps.ts';
import { generateBotToken, lastFourOf, tokenHash } from './bot-token.ts';
import { type BotTokenRow, countTokens, insertToken, isSessionOpen } from './bot-tokens.repository.ts';

export const MAX_TOKENS = 10;
const DAY_MS = 24 * 60 * 60_000;

/** A new token. The token itself is returned only here; the database stores its hash. */
export type CreatedBotToken = { readonly row: BotTokenRow; readonly token: string };
export type BotTokenRefusal = 'anonymous_not_allowed' | 'bot_token_limit' | 'not_authenticated';

/** Creates a token for the user's programs, notifies the user by mail, and logs the creation. */
export async function makeBotToken(
  context: BotDeps,
  principal: Principal,
  wish: NewBotToken,
  origin: Origin,
): Promise<Result<CreatedBotToken, BotTokenRefusal>> {
  const { userId, sessionId } = principal;
  const token = generateBotToken(context.randomBytes);
  const nowMs = context.clock.now();
  return context.db.transaction(async (tx): Promise<Result<CreatedBotToken, BotTokenRefusal>> => {
    const user = await lockUser(tx, userId);
    if (user === null || !(await isSessionOpen(tx, userId, sessionId))) return err('not_authenticated');
    if (user.isAnonymous) return err('anonymous_not_allowed');
    if ((await countTokens(tx, userId)) >= MAX_TOKENS) return err('bot_token_limit');
    const row = await insertToken(tx, {
      id: context.ids.next(),
      userId,
      name: wish.name,
      hash: tokenHash(token),
      lastFour: lastFourOf(token),
      scopes: [...new Set(wish.scopes)],
      allowedIps: wish.allowed_ips ?? [],
      now: new Date(nowMs),
      expiresAt: new Date(nowMs + wish.expires_in_days * DAY_MS),
    });
    const detail = { name: row.name, last_four: row.last_four, scopes: row.scopes.join(' ') };
    const event = { userId, kind: 'bot_token_made', sessionId, ...origin, detail } as const;
    await context.securityLog.append(tx, [event]);
    const change = { userId, kind: 'bot_token_made', noticeTo: await addressOf(tx, user), origin } as const;
    await announceSecurityChange(context, tx, { ...change, details: { name: row.name } });
    return ok({ row, token });
  });
}
