import { createHash } from 'node:crypto';
import type { NotificationTopic } from '@vigia/contract';
import type { Clock, IdSource } from '@vigia/core/kernel';
import { lockSubject } from '#platform/persistence/advisory-locks.ts';
import type { Database, Transaction } from '#platform/persistence/database.ts';
import type { SecurityEvent, SecurityLog } from '#platform/security-log/security-log.ts';
import { type ChatRow, consumeCode, deleteChat, findByChat, findChatOfUser, insertChat } from './chat.repository.ts';

/** Topics of a chat that is connected for the first time. */
const TOPICS_AT_FIRST: readonly NotificationTopic[] = [
  'settled',
  'order',
  'stopped',
  'limit',
  'connection',
  'security',
];

export type LinkDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly securityLog: SecurityLog;
};

/** Returns the hash that is stored for a code. A code has 128 random bits, so a fast hash is enough. */
export const codeHash = (code: string): Buffer => createHash('sha256').update(code).digest();

/** `replaced` is the chat that the user had before and that no longer gets messages; null if there is none. */
export type LinkedChat = { readonly userId: string; readonly replaced: ChatRow | null };

/** Connects a chat to the user of a code. The code is used up. Returns null if the code is not valid. */
export function linkChat(
  deps: LinkDeps,
  code: string,
  { chatId, name }: { readonly chatId: number; readonly name: string },
): Promise<LinkedChat | null> {
  const { db, clock, ids } = deps;
  return db.transaction(async (tx) => {
    const nowMs = clock.now();
    const userId = await consumeCode(tx, codeHash(code), nowMs);
    if (userId === null) return null;
    // These locks make concurrent links of one user or one chat run one after the other.
    await tx`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
    await lockSubject(tx, 'telegramChats', String(chatId));
    const [before, other] = await Promise.all([findChatOfUser(tx, userId), findByChat(tx, chatId)]);
    if (other !== null && other.user_id !== userId) await removeChat(tx, deps, other, 'moved');
    if (before !== null) await deleteChat(tx, before.id);
    const topics = before?.topics ?? TOPICS_AT_FIRST;
    await insertChat(tx, { id: ids.next(), userId, chat_id: chatId, name, topics, nowMs });
    await deps.securityLog.append(tx, [entry(userId, 'telegram_linked', { name })]);
    return { userId, replaced: before !== null && before.chat_id !== chatId ? before : null };
  });
}

/** Reasons why a chat is disconnected: in the app, in the chat, by another account of Vigía, or because it is gone. */
export type UnlinkReason = 'app' | 'chat' | 'moved' | 'gone';

/** Disconnects a chat, with its waiting messages. Returns false if it was disconnected before. */
export async function removeChat(
  tx: Transaction,
  { securityLog }: Pick<LinkDeps, 'securityLog'>,
  { id, user_id: userId, name }: Pick<ChatRow, 'id' | 'user_id' | 'name'>,
  why: UnlinkReason,
): Promise<boolean> {
  if (!(await deleteChat(tx, id))) return false;
  await securityLog.append(tx, [entry(userId, 'telegram_unlinked', { name, why })]);
  return true;
}

const entry = (
  userId: string,
  kind: 'telegram_linked' | 'telegram_unlinked',
  detail: NonNullable<SecurityEvent['detail']>,
): SecurityEvent => ({ userId, kind, sessionId: null, ip: null, userAgent: null, detail });
