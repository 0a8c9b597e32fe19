import type { Principal } from '#platform/http/principal.ts';
import type { Origin } from '../auth-context.ts';
import { publishEnded } from '../sessions/end-sessions.ts';
import { holdPerson } from '../users/users.repository.ts';
import type { BotDeps } from './bot-deps.ts';
import { deleteToken } from './bot-tokens.repository.ts';

/** Ends a token of this person, and whatever is open for it; false if there is none of this id. */
export async function endBotToken(
  { db, bus, securityLog }: BotDeps,
  { userId, sessionId }: Principal,
  id: string,
  origin: Origin,
): Promise<boolean> {
  const isEnded = await db.transaction(async (tx) => {
    await holdPerson(tx, userId);
    const name = await deleteToken(tx, userId, id);
    if (name === null) return false;
    await securityLog.append(tx, [{ userId, kind: 'bot_token_ended', sessionId, ...origin, detail: { name } }]);
    return true;
  });
  if (isEnded) publishEnded(bus, [id]);
  return isEnded;
}
