import type { DoorMembersBody, SignalAddress, SignalDoorView } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { SecurityEventKind } from '#platform/security-log/security-log.ts';
import { type Caller, securityEventOf } from '../../accounts/index.ts';
import type { StrategyDeps } from '../deps.ts';
import type { StrategyRefusal } from '../save-strategy.ts';
import { lockStrategy, type StrategyRow } from '../strategy.repository.ts';
import { lockExternalStrategies, removeAddress, writeAddress, writeServedStrategies } from './door.repository.ts';
import { secretHash, signingKey } from './receiver.ts';

const SECRET_BYTES = 32;
const NONCE_BYTES = 16;
/** Path of every address, without its secret. */
export const EXTERNAL_ADDRESS_PATH = '/api/v1/hooks';

type Outcome<Value> = Promise<Result<Value, StrategyRefusal>>;

/** The addresses of external strategies. The security log has an entry for each change. */
export interface ExternalAddresses {
  /** Creates an address, which replaces the one before. Its secret and its key are returned only here. */
  newAddress(caller: Caller, strategyId: string, wish: { readonly signed: boolean }): Outcome<SignalAddress>;
  /** Removes the address, if there is one. Messages to it are refused from now on. */
  removeAddress(caller: Caller, strategyId: string): Outcome<SignalDoorView>;
  /** Replaces the further strategies that the address serves. */
  saveMembers(caller: Caller, strategyId: string, body: DoorMembersBody): Outcome<SignalDoorView>;
}

/** How the addresses find a strategy of the user, and return its door. */
type Doors = {
  readonly external: (userId: string, strategyId: string) => Outcome<StrategyRow>;
  readonly door: (userId: string, strategyId: string) => Outcome<SignalDoorView>;
};

/** Returns a refusal without details. */
export const strategyRefusal = (
  code: StrategyRefusal['code'],
  values: StrategyRefusal['values'] = {},
): StrategyRefusal => ({ code, values, details: [] });

export function createExternalAddresses(deps: StrategyDeps, { external, door }: Doors): ExternalAddresses {
  const note = (tx: Transaction, caller: Caller, kind: SecurityEventKind, { name }: StrategyRow) =>
    deps.securityLog.append(tx, [securityEventOf(caller, kind, { name })]);
  return {
    async newAddress(caller, strategyId, { signed }) {
      const { userId, isAnonymous } = caller.principal;
      if (isAnonymous) return err(strategyRefusal('anonymous_not_allowed'));
      const known = await external(userId, strategyId);
      if (!known.ok) return known;
      const secret = deps.randomBytes(SECRET_BYTES).toString('base64url');
      const keyNonce = signed ? deps.randomBytes(NONCE_BYTES) : null;
      const address = { secretHash: secretHash(secret), keyNonce };
      await deps.db.transaction(async (tx) => {
        await lockStrategy(tx, userId, strategyId);
        const isReplaced = await writeAddress(tx, { userId, strategyId }, address, deps.clock.now());
        await note(tx, caller, isReplaced ? 'signal_address_replaced' : 'signal_address_made', known.value);
      });
      const key = keyNonce && signingKey(deps.keyedHash, strategyId, keyNonce).toString('hex');
      return ok({ path: `${EXTERNAL_ADDRESS_PATH}/${secret}`, signing_key: key });
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
        const found = await lockExternalStrategies(tx, userId, [strategyId, ...members]);
        if (found.length <= members.length) return strategyRefusal('strategy_not_found');
        const assets = found.map(({ asset }) => asset);
        const asset = assets.find((each, index) => assets.indexOf(each) !== index);
        if (asset !== undefined) return strategyRefusal('signal_assets_repeat', { asset });
        await writeServedStrategies(tx, { userId, strategyId }, members, deps.clock.now());
        await note(tx, caller, 'signal_address_served', known.value);
        return null;
      });
      return refused === null ? door(userId, strategyId) : err(refused);
    },
  };
}
