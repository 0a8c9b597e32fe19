import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type OwnSignalBody, SIGNALS_PER_MINUTE, type SignalReceived } from '@vigia/contract';
import { bucketOf } from '@vigia/core/candles';
import { epochMs, err, ok, type Result } from '@vigia/core/kernel';
import {
  type ExternalMessage,
  isOwnSymbol,
  type MessageFormat,
  readMessage,
  timingFault,
} from '@vigia/core/strategy-definitions';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { shardOf } from '#platform/cluster/shards.ts';
import { hasRepeatedKey } from '#platform/http/json-body.ts';
import type { Author } from '#platform/http/principal.ts';
import { workKind } from '#platform/work/work-queue.ts';
import type { StrategyDeps } from '../deps.ts';
import type { StrategyRefusal } from '../save-strategy.ts';
import {
  findDoorByAddress,
  findDoorOfStrategy,
  type SignalDoorDestination,
  type SignalDoorTarget,
} from './door.repository.ts';
import {
  type ArrivedMessage,
  insertReceivedMessage,
  insertRefusedMessage,
  isRepeatedMessage,
  isRepeatedText,
} from './message.repository.ts';
import { type MessageRefusal, refusalWithSentence } from './refusals.ts';

/** Work for the process that runs the strategies of a shard: messages from outside that were stored. */
export const MESSAGES_STORED = workKind<{ readonly messageIds: readonly string[] }>('strategies.messages-stored');

const TEXT_KEPT = 300;

type ReceiverDeps = Pick<StrategyDeps, 'db' | 'clock' | 'ids' | 'work' | 'keyedHash'>;

/** Returns the hash that is stored for the secret of an address. It has 256 random bits, so a fast hash is enough. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Returns the key of the signatures of a door. It follows from a key of the installation, so it is not stored. */
export const signingKey = (keyedHash: StrategyDeps['keyedHash'], strategyId: string, nonce: Buffer): Buffer =>
  keyedHash('signal-door/v1', `${strategyId}|${nonce.toString('hex')}`);

/** A message at an address. */
export type PostedMessage = { readonly text: string; readonly signature: string | undefined };

type Outcome = Result<SignalReceived, StrategyRefusal>;

/**
 * Stores a message for the address with this secret. The message is stored before the response, and its signal follows.
 * A refusal is stored too.
 */
export async function receiveMessageAtAddress(
  deps: ReceiverDeps,
  secret: string,
  posted: PostedMessage,
): Promise<Outcome> {
  const nowMs = deps.clock.now();
  const door = await findDoorByAddress(deps.db.sql, secretHash(secret), nowMs);
  if (door === null) return err({ code: 'signal_address_unknown', values: {}, details: [] });
  return receive(deps, { door, text: posted.text, nowMs, read: () => readPosted(deps, door, posted) });
}

/**
 * Stores a signal that a user's own program sends with its token.
 * @returns a refusal also for a bot whose strategy trades with real money
 */
export async function receiveSignalWithToken(
  deps: ReceiverDeps,
  author: Author,
  body: OwnSignalBody,
): Promise<Outcome> {
  const { strategy_id: strategyId, ...fields } = body;
  const nowMs = deps.clock.now();
  const door = await findDoorOfStrategy(deps.db.sql, author.userId, strategyId, nowMs);
  if (door === null) return err({ code: 'strategy_not_found', values: {}, details: [] });
  const text = JSON.stringify(fields);
  const read = () => unsigned({ kind: 'json' }, text);
  return receive(deps, { door, text, nowMs, read, isBot: author.scopes !== null });
}

type Read = Result<ExternalMessage, MessageRefusal>;

function unsigned(format: MessageFormat, text: string): Read {
  const read = readMessage(format, text);
  return read.ok ? read : err({ kind: 'unreadable', fault: read.error });
}

function readPosted(
  { keyedHash }: ReceiverDeps,
  door: SignalDoorDestination,
  { text, signature }: PostedMessage,
): Read {
  if (door.key_nonce !== null) {
    const key = signingKey(keyedHash, door.strategy_id, door.key_nonce);
    if (!isSigned(text, signature, key)) return err({ kind: 'signature' });
  }
  const format: MessageFormat = door.pattern === null ? { kind: 'json' } : { kind: 'pattern', pattern: door.pattern };
  const read = unsigned(format, text);
  if (!read.ok) return read;
  if (format.kind === 'json' && hasRepeatedKey(text, JSON.parse(text))) return err({ kind: 'repeated' });
  // Only a time limits how long a copy of a refused message would be valid.
  return door.key_nonce !== null && read.value.statedMs === null ? err({ kind: 'replayable' }) : read;
}

function isSigned(text: string, signature: string | undefined, key: Buffer): boolean {
  const [, hex = ''] = /^sha256=([0-9a-f]{64})$/i.exec(signature ?? '') ?? [];
  const shown = Buffer.from(hex, 'hex');
  const expected = createHmac('sha256', key).update(text).digest();
  return shown.length === expected.length && timingSafeEqual(shown, expected);
}

/** A message at a door. `isBot`: a bot sent it, which may not cause real orders. */
type Incoming = {
  readonly door: SignalDoorDestination;
  readonly text: string;
  readonly nowMs: number;
  readonly read: () => Read;
  readonly isBot?: boolean;
};

/** The strategy that a message is for, and the message or what is wrong with it. */
type Judged = { readonly target: SignalDoorTarget; readonly read: Read };

async function receive(deps: ReceiverDeps, incoming: Incoming): Promise<Outcome> {
  const { text, nowMs, isBot = false } = incoming;
  const { sql } = deps.db;
  const { target, read } = judge(incoming);
  if (isBot && target.account_kind === 'real') return err({ code: 'bot_real_money', values: {}, details: [] });
  const message = read.ok ? read.value : null;
  const arrived: ArrivedMessage = {
    id: deps.ids.next(),
    strategyId: target.strategy_id,
    userId: target.user_id,
    receivedMs: nowMs,
    statedMs: message?.statedMs ?? null,
    senderId: message?.id ?? null,
    candleTime: bucketOf(nowMs / 1_000, TIMEFRAME_SECONDS[target.timeframe]),
    direction: message?.direction ?? null,
    text: storable(text),
    textHash: createHash('sha256').update(text).digest(),
  };
  const isCopy = read.ok && incoming.door.key_nonce !== null && (await isRepeatedText(sql, arrived));
  if (read.ok && !isCopy && (await insertReceivedMessage(sql, arrived))) {
    deps.work.add(MESSAGES_STORED, shardOf(target.user_id), { messageIds: [arrived.id] });
    return ok({ id: arrived.id, state: 'received' });
  }
  const refusal = refusalWithSentence(
    read.ok ? { kind: isCopy || (await isRepeatedMessage(sql, arrived)) ? 'duplicate' : 'candle_taken' } : read.error,
  );
  await insertRefusedMessage(sql, arrived, refusal);
  const { reason, sentence } = refusal;
  return err({ code: 'signal_refused', values: { why: sentence }, details: [{ path: reason, message: sentence }] });
}

/**
 * Returns the strategy that a message is for, and the message if nothing about it, its sender or its time is wrong. A
 * message that names no strategy of the door belongs to the door's own one.
 */
function judge({ door, nowMs, read }: Incoming): Judged {
  const [own, ...others] = door.targets;
  const isOnly = others.length === 0;
  if (isOnly && own.status !== 'active') return { target: own, read: err({ kind: 'off' }) };
  if (own.recent >= SIGNALS_PER_MINUTE) return { target: own, read: err({ kind: 'burst' }) };
  const message = read();
  if (!message.ok) return { target: own, read: message };
  const { symbol, statedMs } = message.value;
  if (symbol === null && !isOnly) return { target: own, read: err({ kind: 'unnamed' }) };
  const target = symbol === null ? own : door.targets.find(({ asset, names }) => isOwnSymbol(symbol, asset, names));
  if (target === undefined) {
    const asset = door.targets.map((each) => each.asset).join(', ');
    return { target: own, read: err({ kind: 'symbol', word: symbol ?? '', asset }) };
  }
  if (target.status !== 'active') return { target, read: err({ kind: 'off' }) };
  if (target.recent >= SIGNALS_PER_MINUTE) return { target, read: err({ kind: 'burst' }) };
  const timing = timingFault(statedMs, epochMs(nowMs), door.max_age_seconds);
  return { target, read: timing === null ? message : err(timing) };
}

/** Returns the begin of a text without characters that the database cannot store. */
const storable = (text: string): string => text.slice(0, TEXT_KEPT).replaceAll(/[\0\p{Surrogate}]/gu, '\u{fffd}');
