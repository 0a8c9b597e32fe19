import type { NewBotToken } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { Authenticator, Principal } from '#platform/http/principal.ts';
import type { Origin } from '../auth-context.ts';
import { createBotAuthenticator } from './bot-authenticator.ts';
import type { BotDeps } from './bot-deps.ts';
import { isBotToken } from './bot-token.ts';
import { BotTokenCache } from './bot-token-cache.ts';
import { type BotTokenRow, listTokens } from './bot-tokens.repository.ts';
import { endBotToken } from './end-bot-token.ts';
import { type MadeToken, type MakeRefusal, makeBotToken } from './make-bot-token.ts';
import { resumeBotToken } from './resume-bot-token.ts';

/** Tokens by which programs of a person call the API. */
export interface BotTokens {
  make(principal: Principal, wish: NewBotToken, origin: Origin): Promise<Result<MadeToken, MakeRefusal>>;
  list(userId: string): Promise<readonly BotTokenRow[]>;
  /** False if the person has no token of this id. */
  end(principal: Principal, id: string, origin: Origin): Promise<boolean>;
  /** null if the person has no token of this id. */
  resume(principal: Principal, id: string, origin: Origin): Promise<BotTokenRow | null>;
  /** Authenticates bots by their tokens and all other clients by the given authenticator. */
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
