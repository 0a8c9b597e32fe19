import type { Principal } from '#platform/http/principal.ts';
import type { Origin } from '../auth-context.ts';
import { holdPerson } from '../users/users.repository.ts';
import type { BotDeps } from './bot-deps.ts';
import { type BotTokenRow, isSessionOpen, unpauseToken } from './bot-tokens.repository.ts';

/** Resumes a paused token on its owner's request; null if they have none of this id, or were just signed out. */
export async function resumeBotToken(
  { db, securityLog }: BotDeps,
  { userId, sessionId }: Principal,
  id: string,
  origin: Origin,
): Promise<BotTokenRow | null> {
  return db.transaction(async (tx) => {
    await holdPerson(tx, userId);
    if (!(await isSessionOpen(tx, userId, sessionId))) return null;
    const row = await unpauseToken(tx, userId, id);
    if (row === null) return null;
    const detail = { name: row.name };
    await securityLog.append(tx, [{ userId, kind: 'bot_token_resumed', sessionId, ...origin, detail }]);
    return row;
  });
}
