import { isDeepStrictEqual } from 'node:util';
import { type ArmingSettings, allowsMoreTrading, needsNoLadderCheck } from '@vigia/core/auto-trading';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/money';
import { expiryLengthIn, withSetupChange } from '@vigia/core/trades';
import { allowsEffect } from '@vigia/core/vocabulary';
import type { Author } from '#platform/http/principal.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { automationAccount, type BrokerVenue, practiceAccount } from '../../accounts/index.ts';
import { type AutomationOwner, martingaleRefusal } from '../../automations/index.ts';
import { contractRefusal, marketOf } from '../../market-data/index.ts';
import type { PcrDeps, PcrMarket } from '../deps.ts';
import { readSetup, type SetupRefusal, toRequestBody } from './read-setup.ts';
import * as repository from './setup.repository.ts';
import { versionStart } from './version-start.ts';

/** Largest number of setups of a user, because each costs evaluation time at every candle of its asset. */
export const SETUPS_PER_PERSON = 200;

type Saved = Promise<Result<string, SetupRefusal>>;
const NOT_FOUND = err({ code: 'setup_not_found' } as const);

/** Stores a new setup for the user. */
export async function createSetup(deps: PcrDeps, author: Author, input: unknown): Saved {
  const { userId } = author;
  const { sql } = deps.db;
  const account = practiceAccount(await deps.firstBroker(sql, userId));
  const read = readSetup(input, await currencyAt(deps, sql, userId, account));
  if (!read.ok) return read;
  const market = await marketOf(deps.markets, userId);
  const refusal =
    armingRefusal(author, account, null, read.value, false) ??
    contractRefusal(market, contractOf(read.value, account), deps.clock.now()) ??
    (await ladderRefusal(deps, sql, { userId, account }, market, read.value));
  return refusal === null ? insert(deps, { userId, account }, market, read.value) : err(refusal);
}

/**
 * Changes the fields present in the input and keeps all others, also during concurrent edits. A change of the detection
 * rules creates a new version, which uses the prices that the user currently sees.
 */
export async function changeSetup(deps: PcrDeps, author: Author, id: string, input: unknown): Saved {
  const { userId } = author;
  const seen = await marketOf(deps.markets, userId);
  return deps.db.transaction(async (tx) => {
    const row = await repository.lockOwnSetup(tx, userId, id);
    if (row === null || row.archived_at !== null) return NOT_FOUND;
    const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
    const account = automationAccount(row);
    const currency = await currencyAt(deps, tx, userId, account);
    const read = readSetup(isObject ? withSetupChange(toRequestBody(row), input) : input, currency);
    if (!read.ok) return read;
    const before = readSetup(toRequestBody(row), currency);
    const isAsBefore = before.ok && detects(before.value, read.value);
    const market = isAsBefore ? deps.markets.at(row.price_source) : seen;
    const refusal =
      armingRefusal(author, account, before.ok ? before.value : null, read.value, !isAsBefore) ??
      (isAsBefore ? null : contractRefusal(seen, contractOf(read.value, account), deps.clock.now())) ??
      (before.ok && needsNoLadderCheck(armament(before.value), armament(read.value))
        ? null
        : await ladderRefusal(deps, tx, { userId, account }, market, read.value));
    if (refusal !== null) return err(refusal);
    const nowMs = deps.clock.now();
    const { asset, definition } = read.value;
    const start = isAsBefore ? null : versionStart(deps.markets, market, asset, definition.timeframe, nowMs);
    await repository.updateSetup(tx, id, read.value, start, nowMs);
    return ok(id);
  });
}

/** Switches a setup off; with `archive` it also archives the setup. A repeated call returns an equal result. */
export function stopSetup(deps: PcrDeps, userId: string, id: string, archive: boolean): Saved {
  return deps.db.transaction(async (tx) => {
    if ((await repository.lockOwnSetup(tx, userId, id)) === null) return NOT_FOUND;
    await repository.stopSetup(tx, id, archive, deps.clock.now());
    return ok(id);
  });
}

/**
 * Copies a setup under another name; the copy belongs to the user. The copy is inactive and does not trade, so that it
 * duplicates no signal or order. A copy of the user's own setup keeps its account, because its amounts are in the
 * currency of that account; a copy of one on real money gets the demo account.
 */
export async function cloneSetup(deps: PcrDeps, userId: string, id: string, name: string): Saved {
  const row = await repository.findVisibleSetup(deps.db.sql, userId, id);
  if (row === null) return NOT_FOUND;
  const { sql } = deps.db;
  const account = practiceAccount(row.user_id === null ? await deps.firstBroker(sql, userId) : row.account_broker);
  const copy = { ...toRequestBody(row), name, is_active: false, auto_trade: false };
  const read = readSetup(copy, await currencyAt(deps, sql, userId, account));
  if (!read.ok) return read;
  return insert(deps, { userId, account }, await marketOf(deps.markets, userId), read.value);
}

/**
 * Returns the currency of a setup's account; the currency of the paper account until the broker has reported the
 * account.
 */
const currencyAt = async (deps: PcrDeps, sql: Sql, userId: string, account: BrokerVenue | null): Promise<Currency> =>
  (await deps.accounts.automationMoney(sql, userId, account))?.currency ?? PAPER_CURRENCY;

function insert(
  deps: PcrDeps,
  { userId, account }: AutomationOwner,
  market: PcrMarket,
  write: repository.SetupWrite,
): Saved {
  return deps.db.transaction(async (tx: Transaction) => {
    await repository.lockUser(tx, userId);
    if ((await repository.countOwnSetups(tx, userId)) >= SETUPS_PER_PERSON)
      return err({ code: 'setup_limit', values: { maximum: SETUPS_PER_PERSON } });
    const nowMs = deps.clock.now();
    const id = deps.ids.next();
    const start = versionStart(deps.markets, market, write.asset, write.definition.timeframe, nowMs);
    await repository.insertSetup(tx, { id, userId, accountBroker: account?.broker ?? null }, write, start, nowMs);
    return ok(id);
  });
}

const contractOf = ({ asset, definition }: repository.SetupWrite, account: BrokerVenue | null) => ({
  asset,
  length: expiryLengthIn(definition),
  broker: account?.broker ?? null,
});

/** Returns the refusal of a setup whose account cannot afford to lose its martingale ladder; null if it can. */
async function ladderRefusal(
  deps: PcrDeps,
  sql: Sql,
  owner: AutomationOwner,
  market: PcrMarket,
  { asset, definition: { moneyManagement: money, riskControl: limits } }: repository.SetupWrite,
): Promise<SetupRefusal | null> {
  const values = await martingaleRefusal(deps, sql, owner, market, { asset, money, limits });
  return values && { code: 'martingale_refused', values };
}

/**
 * Returns the refusal of a change that could cause trades if its author is a bot that may not place trades on this
 * account; null if the change is allowed.
 */
function armingRefusal(
  { scopes }: Author,
  account: BrokerVenue | null,
  before: repository.SetupWrite | null,
  after: repository.SetupWrite,
  findsOthers: boolean,
): SetupRefusal | null {
  const isReal = account?.kind === 'real';
  if (allowsEffect(scopes, isReal ? 'opens_real_money' : 'arms_automation')) return null;
  if (!allowsMoreTrading(before && armament(before), armament(after), findsOthers)) return null;
  return { code: isReal ? 'bot_real_money' : 'arming_needs_trade' };
}

const armament = ({ autoTrade, isActive, definition }: repository.SetupWrite): ArmingSettings => ({
  autoTrade,
  isActive,
  money: definition.moneyManagement,
  limits: definition.riskControl,
});

/** Returns true if both setups find the same signals. */
function detects(a: repository.SetupWrite, b: repository.SetupWrite): boolean {
  const rulesOf = ({ asset, definition }: repository.SetupWrite) => {
    const { riskControl: _risk, moneyManagement: _money, ...rules } = definition;
    return { asset, rules };
  };
  return isDeepStrictEqual(rulesOf(a), rulesOf(b));
}
