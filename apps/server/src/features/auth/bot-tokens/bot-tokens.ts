import type { NewBotToken } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { Authenticator, Principal } from '#platform/http/principal.ts';
import type { Origin } from '../auth-context.ts';
import { publishEndedSessions } from '../sessions/end-sessions.ts';
import { lockUserForChange } from '../users/users.repository.ts';
import { createBotAuthenticator } from './bot-authenticator.ts';
import type { BotDeps } from './bot-deps.ts';
import { isBotToken } from './bot-token.ts';
import { BotTokenCache } from './bot-token-cache.ts';
import {
  type BotTokenRow,
  deleteToken,
  deleteTokens,
  isSessionOpen,
  listTokens,
  unpauseToken,
} from './bot-tokens.repository.ts';
import { type BotTokenRefusal, type CreatedBotToken, makeBotToken } from './make-bot-token.ts';

/** Tokens with which a user's programs call the API. */
export interface BotTokens {
  make(principal: Principal, wish: NewBotToken, origin: Origin): Promise<Result<CreatedBotToken, BotTokenRefusal>>;
  list(userId: string): Promise<readonly BotTokenRow[]>;
  /** Ends a token; returns false if the user has no token with this id. */
  end(principal: Principal, id: string, origin: Origin): Promise<boolean>;
  /** Ends all tokens of the user and returns how many there were. */
  endAll(principal: Principal, origin: Origin): Promise<number>;
  /** Resumes a paused token; returns null if the user has no token with this id. */
  resume(principal: Principal, id: string, origin: Origin): Promise<BotTokenRow | null>;
  /** Returns an authenticator that checks bot tokens itself and passes all other tokens to `people`. */
  beside(people: Authenticator): Authenticator;
  stop(): void;
}

export function createBotTokens(context: BotDeps): BotTokens {
  const cache = new BotTokenCache(context.db, context.clock);
  const stop = cache.follow(context.bus);
  const authenticateBot = createBotAuthenticator(context, cache);
  return {
    make: (principal, wish, origin) => makeBotToken(context, principal, wish, origin),
    list: (userId) => listTokens(context.db.sql, userId),
    end: (principal, id, origin) => endBotToken(context, principal, id, origin),
    endAll: (principal, origin) => endAllTokens(context, principal, origin),
    async resume(principal, id, origin) {
      const row = await resumeBotToken(context, principal, id, origin);
      cache.forget(id);
      return row;
    },
    beside: (people) => ({
      authenticate: (token, ip) => (isBotToken(token) ? authenticateBot(token, ip) : people.authenticate(token, ip)),
    }),
    stop,
  };
}

/** Ends a token of this user and closes its connections; false if the user has no token with this id. */
async function endBotToken(
  { db, bus, securityLog }: BotDeps,
  { userId, sessionId }: Principal,
  id: string,
  origin: Origin,
): Promise<boolean> {
  const isEnded = await db.transaction(async (tx) => {
    await lockUserForChange(tx, userId);
    const name = await deleteToken(tx, userId, id);
    if (name === null) return false;
    await securityLog.append(tx, [{ userId, kind: 'bot_token_ended', sessionId, ...origin, detail: { name } }]);
    return true;
  });
  if (isEnded) publishEndedSessions(bus, [id]);
  return isEnded;
}

/** Ends all tokens of this user and closes their connections. */
async function endAllTokens(
  { db, bus, securityLog }: BotDeps,
  { userId, sessionId }: Principal,
  origin: Origin,
): Promise<number> {
  const ended = await db.transaction(async (tx) => {
    await lockUserForChange(tx, userId);
    const ids = await deleteTokens(tx, userId);
    const detail = { count: ids.length, reason: 'owner' };
    if (ids.length > 0) {
      await securityLog.append(tx, [{ userId, kind: 'bot_tokens_ended', sessionId, ...origin, detail }]);
    }
    return ids;
  });
  publishEndedSessions(bus, ended);
  return ended.length;
}

/**
 * Resumes a paused token at its owner's request. Returns null if the owner has no token with this id or if their
 * session has ended.
 */
async function resumeBotToken(
  { db, securityLog }: BotDeps,
  { userId, sessionId }: Principal,
  id: string,
  origin: Origin,
): Promise<BotTokenRow | null> {
  return db.transaction(async (tx) => {
    await lockUserForChange(tx, userId);
    if (!(await isSessionOpen(tx, userId, sessionId))) return null;
    const row = await unpauseToken(tx, userId, id);
    if (row === null) return null;
    const detail = { name: row.name };
    await securityLog.append(tx, [{ userId, kind: 'bot_token_resumed', sessionId, ...origin, detail }]);
    return row;
  });
}
