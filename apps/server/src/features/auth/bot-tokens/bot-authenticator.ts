import type { AuthenticationFailure, Principal } from '#platform/http/principal.ts';
import type { SecurityEventKind } from '#platform/security-log/security-log.ts';
import { RateLimiter } from '#platform/throttle/throttle.ts';
import { isBanned } from '../users/auth-user.ts';
import { lockUserForChange } from '../users/users.repository.ts';
import { isWithin } from './address-range.ts';
import type { BotDeps } from './bot-deps.ts';
import type { BotTokenCache } from './bot-token-cache.ts';
import { isUseLogged, type LiveBotToken, recordUse } from './bot-tokens.repository.ts';

const MINUTE_MS = 60_000;
/** Rate limit for storing the use of a token from one IP address. */
const NOTED_EACH = { burst: 1, windowMs: MINUTE_MS };
const REFUSAL_LOGGED_EACH = { burst: 1, windowMs: 60 * MINUTE_MS };

type Deps = Pick<BotDeps, 'db' | 'clock' | 'background' | 'securityLog'>;

/**
 * Creates the authenticator of bot tokens. It accepts a valid token from an allowed IP address. It stores the use after
 * the response.
 */
export function createBotAuthenticator(deps: Deps, cache: BotTokenCache) {
  const limiter = new RateLimiter(deps.clock);
  return async (token: string, ip: string): Promise<Principal | AuthenticationFailure> => {
    const found = await cache.find(token);
    const nowMs = deps.clock.now();
    if (found === null || found.expires_at.getTime() <= nowMs) return 'bot_token_unknown';
    if (isBanned({ bannedUntil: found.banned_until }, nowMs)) return 'not_authenticated';
    const use = `${found.id}|${ip}`;
    if (found.allowed_ips !== null && !isWithin(found.allowed_ips, ip)) {
      if (limiter.take(`refused|${use}`, REFUSAL_LOGGED_EACH) === 0) logRefusal(deps, found, ip);
      return 'bot_token_address';
    }
    if (found.paused_at !== null) return 'bot_token_paused';
    if (limiter.take(`used|${use}`, NOTED_EACH) === 0) logUse(deps, found, ip);
    return { userId: found.user_id, sessionId: found.id, isAnonymous: false, aal: 'aal1', scopes: found.scopes };
  };
}

const event = ({ user_id, id }: LiveBotToken, kind: SecurityEventKind, ip: string) =>
  ({ userId: user_id, kind, sessionId: id, ip, userAgent: null }) as const;

function logRefusal({ db, background, securityLog }: Deps, token: LiveBotToken, ip: string): void {
  background.run('logging a refused bot token', () =>
    db.transaction(async (tx) => {
      await lockUserForChange(tx, token.user_id);
      await securityLog.append(tx, [event(token, 'bot_token_refused', ip)]);
    }),
  );
}

/** Logs the use of a token if it is the first one from this IP address. */
function logUse({ db, clock, background, securityLog }: Deps, token: LiveBotToken, ip: string): void {
  const nowMs = clock.now();
  const use = { ip, now: new Date(nowMs), recordedBefore: new Date(nowMs - MINUTE_MS) };
  background.run('noting the use of a bot token', () =>
    db.transaction(async (tx) => {
      await lockUserForChange(tx, token.user_id);
      const isThere = await recordUse(tx, token.id, use);
      if (!isThere || (await isUseLogged(tx, token.user_id, token.id, ip))) return;
      await securityLog.append(tx, [event(token, 'bot_token_used', ip)]);
    }),
  );
}
