import type {
  ExternalMessageView,
  OwnSignalBody,
  SignalAddress,
  SignalDoorBody,
  SignalDoorView,
  SignalReceived,
} from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { EXTERNAL_AGE_SECONDS } from '@vigia/core/strategy-definitions';
import { REJECTIONS_KEPT } from '@vigia/core/vocabulary';
import type { Author, Principal } from '#platform/http/principal.ts';
import type { StrategyDeps } from '../deps.ts';
import type { StrategyRefusal } from '../save-strategy.ts';
import { findOne } from '../strategy.repository.ts';
import { findDoor, writeAddress, writeSettings } from './door.repository.ts';
import { findLatest, type MessageRow } from './message.repository.ts';
import { type Posted, receiveAtAddress, receiveOwn, secretHash, signingKey } from './receiver.ts';

const SECRET_BYTES = 32;
const NONCE_BYTES = 16;
/** Path of every address, without its secret. */
export const ADDRESS_PATH = '/api/v1/hooks';

/** Signals that senders outside Vigía send to external strategies. */
export interface ExternalSignals {
  /** Returns how the messages of a strategy arrive, and the latest messages. */
  door(userId: string, strategyId: string): Promise<Result<SignalDoorView, StrategyRefusal>>;
  /** Stores how messages are written. */
  saveDoor(userId: string, strategyId: string, body: SignalDoorBody): Promise<Result<SignalDoorView, StrategyRefusal>>;
  /** Creates an address, which replaces the one before. Its secret and its key are returned only here. */
  newAddress(
    principal: Pick<Principal, 'userId' | 'isAnonymous'>,
    strategyId: string,
    wish: { readonly signed: boolean },
  ): Promise<Result<SignalAddress, StrategyRefusal>>;
  receiveAtAddress(secret: string, posted: Posted): Promise<Result<SignalReceived, StrategyRefusal>>;
  receiveOwn(author: Author, body: OwnSignalBody): Promise<Result<SignalReceived, StrategyRefusal>>;
}

const refusal = (code: StrategyRefusal['code']): StrategyRefusal => ({ code, values: {}, details: [] });

export function createExternalSignals(deps: StrategyDeps): ExternalSignals {
  const { sql } = deps.db;
  const external = async (userId: string, strategyId: string): Promise<Result<null, StrategyRefusal>> => {
    const row = await findOne(sql, userId, strategyId);
    if (row === null) return err(refusal('strategy_not_found'));
    return row.type === 'external' ? ok(null) : err(refusal('strategy_not_external'));
  };
  const door = async (userId: string, strategyId: string): Promise<Result<SignalDoorView, StrategyRefusal>> => {
    const known = await external(userId, strategyId);
    if (!known.ok) return known;
    const [row, messages] = await Promise.all([
      findDoor(sql, userId, strategyId),
      findLatest(sql, strategyId, { limit: REJECTIONS_KEPT, only: 'all' }),
    ]);
    return ok({
      format: row?.format ?? 'json',
      pattern: row?.pattern ?? null,
      names: [...(row?.names ?? [])],
      max_age_seconds: row?.max_age_seconds ?? EXTERNAL_AGE_SECONDS.default,
      address_since: row?.address_since?.toISOString() ?? null,
      signed: (row?.key_nonce ?? null) !== null,
      messages: messages.map(toMessageView),
    });
  };
  return {
    door,
    async saveDoor(userId, strategyId, body) {
      const known = await external(userId, strategyId);
      if (!known.ok) return known;
      await writeSettings(sql, { userId, strategyId }, body, deps.clock.now());
      return door(userId, strategyId);
    },
    async newAddress({ userId, isAnonymous }, strategyId, { signed }) {
      if (isAnonymous) return err(refusal('anonymous_not_allowed'));
      const known = await external(userId, strategyId);
      if (!known.ok) return known;
      const secret = deps.randomBytes(SECRET_BYTES).toString('base64url');
      const keyNonce = signed ? deps.randomBytes(NONCE_BYTES) : null;
      const address = { secretHash: secretHash(secret), keyNonce };
      await writeAddress(sql, { userId, strategyId }, address, deps.clock.now());
      const key = keyNonce && signingKey(deps.keyedHash, strategyId, keyNonce).toString('hex');
      return ok({ path: `${ADDRESS_PATH}/${secret}`, signing_key: key });
    },
    receiveAtAddress: (secret, posted) => receiveAtAddress(deps, secret, posted),
    receiveOwn: (author, body) => receiveOwn(deps, author, body),
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
