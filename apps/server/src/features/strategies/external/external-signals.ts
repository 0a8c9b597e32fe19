import type {
  DoorMembersBody,
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
import type { Author } from '#platform/http/principal.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { SecurityEventKind } from '#platform/security-log/security-log.ts';
import { type Caller, eventOf } from '../../accounts/index.ts';
import type { StrategyDeps } from '../deps.ts';
import type { StrategyRefusal } from '../save-strategy.ts';
import { findOne, lockOne, type StrategyRow } from '../strategy.repository.ts';
import {
  findDoor,
  findMembers,
  lockExternal,
  removeAddress,
  writeAddress,
  writeMembers,
  writeSettings,
} from './door.repository.ts';
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
    caller: Caller,
    strategyId: string,
    wish: { readonly signed: boolean },
  ): Promise<Result<SignalAddress, StrategyRefusal>>;
  /** Removes the address, if there is one. Messages to it are refused from now on. */
  removeAddress(caller: Caller, strategyId: string): Promise<Result<SignalDoorView, StrategyRefusal>>;
  /** Replaces the further strategies that the address serves. */
  saveMembers(
    caller: Caller,
    strategyId: string,
    body: DoorMembersBody,
  ): Promise<Result<SignalDoorView, StrategyRefusal>>;
  receiveAtAddress(secret: string, posted: Posted): Promise<Result<SignalReceived, StrategyRefusal>>;
  receiveOwn(author: Author, body: OwnSignalBody): Promise<Result<SignalReceived, StrategyRefusal>>;
}

const refusal = (code: StrategyRefusal['code'], values: StrategyRefusal['values'] = {}): StrategyRefusal => ({
  code,
  values,
  details: [],
});

export function createExternalSignals(deps: StrategyDeps): ExternalSignals {
  const { sql } = deps.db;
  const external = async (userId: string, strategyId: string): Promise<Result<StrategyRow, StrategyRefusal>> => {
    const row = await findOne(sql, userId, strategyId);
    if (row === null) return err(refusal('strategy_not_found'));
    return row.type === 'external' ? ok(row) : err(refusal('strategy_not_external'));
  };
  const note = (tx: Transaction, caller: Caller, kind: SecurityEventKind, { name }: StrategyRow) =>
    deps.securityLog.append(tx, [eventOf(caller, kind, { name })]);
  const door = async (userId: string, strategyId: string): Promise<Result<SignalDoorView, StrategyRefusal>> => {
    const known = await external(userId, strategyId);
    if (!known.ok) return known;
    const [row, members, messages] = await Promise.all([
      findDoor(sql, userId, strategyId),
      findMembers(sql, userId, strategyId),
      findLatest(sql, strategyId, { limit: REJECTIONS_KEPT, only: 'all' }),
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
      await writeSettings(sql, { userId, strategyId }, body, deps.clock.now());
      return door(userId, strategyId);
    },
    async newAddress(caller, strategyId, { signed }) {
      const { userId, isAnonymous } = caller.principal;
      if (isAnonymous) return err(refusal('anonymous_not_allowed'));
      const known = await external(userId, strategyId);
      if (!known.ok) return known;
      const secret = deps.randomBytes(SECRET_BYTES).toString('base64url');
      const keyNonce = signed ? deps.randomBytes(NONCE_BYTES) : null;
      const address = { secretHash: secretHash(secret), keyNonce };
      await deps.db.transaction(async (tx) => {
        await lockOne(tx, userId, strategyId);
        const isReplaced = await writeAddress(tx, { userId, strategyId }, address, deps.clock.now());
        await note(tx, caller, isReplaced ? 'signal_address_replaced' : 'signal_address_made', known.value);
      });
      const key = keyNonce && signingKey(deps.keyedHash, strategyId, keyNonce).toString('hex');
      return ok({ path: `${ADDRESS_PATH}/${secret}`, signing_key: key });
    },
    async removeAddress(caller, strategyId) {
      const { userId } = caller.principal;
      const known = await external(userId, strategyId);
      if (!known.ok) return known;
      await deps.db.transaction(async (tx) => {
        const isRemoved = await removeAddress(tx, { userId, strategyId }, deps.clock.now());
        if (isRemoved) await note(tx, caller, 'signal_address_removed', known.value);
      });
      return door(userId, strategyId);
    },
    async saveMembers(caller, strategyId, { strategy_ids }) {
      const { userId } = caller.principal;
      const known = await external(userId, strategyId);
      if (!known.ok) return known;
      const members = [...new Set(strategy_ids)].filter((id) => id !== strategyId);
      const refused = await deps.db.transaction(async (tx) => {
        const found = await lockExternal(tx, userId, [strategyId, ...members]);
        if (found.length <= members.length) return refusal('strategy_not_found');
        const assets = found.map(({ asset }) => asset);
        const asset = assets.find((each, index) => assets.indexOf(each) !== index);
        if (asset !== undefined) return refusal('signal_assets_repeat', { asset });
        await writeMembers(tx, { userId, strategyId }, members, deps.clock.now());
        await note(tx, caller, 'signal_address_served', known.value);
        return null;
      });
      return refused === null ? door(userId, strategyId) : err(refused);
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
