import type {
  ExternalMessageView,
  OwnSignalBody,
  SignalDoorBody,
  SignalDoorView,
  SignalReceived,
} from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { EXTERNAL_AGE_SECONDS } from '@vigia/core/strategy-definitions';
import { REJECTIONS_KEPT } from '@vigia/core/vocabulary';
import type { Author } from '#platform/http/principal.ts';
import type { StrategyDeps } from '../deps.ts';
import type { StrategyRefusal } from '../save-strategy.ts';
import { findStrategy, type StrategyRow } from '../strategy.repository.ts';
import { createExternalAddresses, type ExternalAddresses, strategyRefusal } from './addresses.ts';
import { findServedStrategies, findSignalDoor, writeDoorSettings } from './door.repository.ts';
import { findLatestMessages, type MessageRow } from './message.repository.ts';
import { type PostedMessage, receiveMessageAtAddress, receiveSignalWithToken } from './receiver.ts';

/** Signals that senders outside Vigía send to external strategies. */
export interface ExternalSignals extends ExternalAddresses {
  /** Returns how the messages of a strategy arrive, and the latest messages. */
  door(userId: string, strategyId: string): Promise<Result<SignalDoorView, StrategyRefusal>>;
  /** Stores how messages are written. */
  saveDoor(userId: string, strategyId: string, body: SignalDoorBody): Promise<Result<SignalDoorView, StrategyRefusal>>;
  receiveAtAddress(secret: string, posted: PostedMessage): Promise<Result<SignalReceived, StrategyRefusal>>;
  receiveOwn(author: Author, body: OwnSignalBody): Promise<Result<SignalReceived, StrategyRefusal>>;
}

export function createExternalSignals(deps: StrategyDeps): ExternalSignals {
  const { sql } = deps.db;
  const external = async (userId: string, strategyId: string): Promise<Result<StrategyRow, StrategyRefusal>> => {
    const row = await findStrategy(sql, userId, strategyId);
    if (row === null) return err(strategyRefusal('strategy_not_found'));
    return row.type === 'external' ? ok(row) : err(strategyRefusal('strategy_not_external'));
  };
  const door = async (userId: string, strategyId: string): Promise<Result<SignalDoorView, StrategyRefusal>> => {
    const known = await external(userId, strategyId);
    if (!known.ok) return known;
    const [row, members, messages] = await Promise.all([
      findSignalDoor(sql, userId, strategyId),
      findServedStrategies(sql, userId, strategyId),
      findLatestMessages(sql, strategyId, { limit: REJECTIONS_KEPT, only: 'all' }),
    ]);
    return ok({
      format: row?.format ?? 'json',
      pattern: row?.pattern ?? null,
      names: [...(row?.names ?? [])],
      max_age_seconds: row?.max_age_seconds ?? EXTERNAL_AGE_SECONDS.default,
      address_since: row?.address_since?.toISOString() ?? null,
      signed: (row?.key_nonce ?? null) !== null,
      members: members.map((member) => ({ ...member, names: [...member.names] })),
      messages: messages.map(toMessageView),
    });
  };
  return {
    door,
    async saveDoor(userId, strategyId, body) {
      const known = await external(userId, strategyId);
      if (!known.ok) return known;
      await writeDoorSettings(sql, { userId, strategyId }, body, deps.clock.now());
      return door(userId, strategyId);
    },
    ...createExternalAddresses(deps, { external, door }),
    receiveAtAddress: (secret, posted) => receiveMessageAtAddress(deps, secret, posted),
    receiveOwn: (author, body) => receiveSignalWithToken(deps, author, body),
  };
}

const toMessageView = ({
  id,
  received_at,
  direction,
  state,
  reason,
  sentence,
  text,
}: MessageRow): ExternalMessageView => ({
  id,
  received_at: received_at.toISOString(),
  direction,
  state,
  reason,
  message: sentence,
  text,
});
