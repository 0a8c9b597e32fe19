import { ERROR_MESSAGES_ES, type ErrorCode, type StrategyBody } from '@vigia/contract';
import { type ArmingSettings, allowsMoreTrading, needsNoLadderCheck } from '@vigia/core/auto-trading';
import { err, invariant, ok, type Result } from '@vigia/core/kernel';
import { PAPER_CURRENCY, parseAmountMinor } from '@vigia/core/money';
import { moneyManagementOf, signalRulesKey } from '@vigia/core/strategies';
import { isSameLength, lengthIn } from '@vigia/core/trades';
import { allowsEffect, type BrokerId, type StrategyStatus } from '@vigia/core/vocabulary';
import type { Author } from '#platform/http/principal.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { automationAccount, type BrokerVenue, practiceAccount } from '../accounts/index.ts';
import { type AutomationOwner, martingaleRefusal } from '../automations/index.ts';
import { contractRefusal, marketOf } from '../market-data/index.ts';
import { startOfVersion } from './anchor.ts';
import { riskRulesOf } from './automation-port.ts';
import type { StrategyDeps, StrategyMarket } from './deps.ts';
import { isAssetServed } from './external/door.repository.ts';
import { readRules } from './read-rules.ts';
import * as repository from './strategy.repository.ts';

/** Largest number of strategies of a user, because each costs evaluation time at every candle of its asset. */
const STRATEGIES_PER_PERSON = 200;

export type StrategyRefusal = {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, string | number>>;
  readonly details: readonly { readonly path: string; readonly message: string }[];
};

const refusal = (code: ErrorCode, values: StrategyRefusal['values'] = {}, details: StrategyRefusal['details'] = []) =>
  ({ code, values, details }) as const;

type Saved = Promise<Result<string, StrategyRefusal>>;

/** Stores a new strategy of the user. @returns its id */
export async function createStrategy(deps: StrategyDeps, author: Author, body: StrategyBody): Saved {
  const { userId } = author;
  const wish = toWrite(body);
  const market = await marketOf(deps.markets, userId);
  const accountBroker = await deps.firstBroker(deps.db.sql, userId);
  const account = practiceAccount(accountBroker);
  const refused =
    armingRefusal(author, account, null, wish, false) ??
    (await amountRefusal(deps, deps.db.sql, userId, account, wish)) ??
    contractFault(deps, market, accountBroker, wish) ??
    (await ladderRefusal(deps, deps.db.sql, { userId, account }, market, wish));
  if (refused !== null) return err(refused);
  const id = deps.ids.next();
  return deps.db.transaction(async (tx) => {
    await repository.lockUser(tx, userId);
    if ((await repository.countOwnStrategies(tx, userId)) >= STRATEGIES_PER_PERSON)
      return err(refusal('strategy_limit', { maximum: STRATEGIES_PER_PERSON }));
    const nowMs = deps.clock.now();
    await repository.insertStrategy(
      tx,
      { id, userId, accountBroker },
      wish,
      startOfVersion(deps.markets, market, wish, nowMs),
      nowMs,
    );
    return ok(id);
  });
}

/**
 * Replaces a whole strategy. A change of its signal rules creates a new version, which uses the prices that the user
 * currently sees.
 */
export async function replaceStrategy(deps: StrategyDeps, author: Author, id: string, body: StrategyBody): Saved {
  const { userId } = author;
  const wish = toWrite(body);
  const market = await marketOf(deps.markets, userId);
  return deps.db.transaction(async (tx) => {
    // Two strategies of one address that change to one asset at the same time run one after the other.
    await repository.lockUser(tx, userId);
    const row = await repository.lockStrategy(tx, userId, id);
    if (row === null) return err(refusal('strategy_not_found'));
    const isAsBefore = signalsAlike(row, wish);
    const before = writtenOf(row);
    const bets = before === null || !needsNoLadderCheck(armament(before), armament(wish));
    const refused =
      armingRefusal(author, automationAccount(row), before, wish, !isAsBefore) ??
      (await amountRefusal(deps, tx, userId, automationAccount(row), wish)) ??
      (isAsBefore ? null : contractFault(deps, market, row.account_broker, wish)) ??
      (isAsBefore ? null : await addressFault(tx, id, wish)) ??
      (bets ? await ladderRefusal(deps, tx, { userId, account: automationAccount(row) }, market, wish) : null);
    if (refused !== null) return err(refused);
    const nowMs = deps.clock.now();
    const start = isAsBefore ? null : startOfVersion(deps.markets, market, wish, nowMs);
    await repository.updateStrategy(tx, id, wish, start, nowMs);
    return ok(id);
  });
}

/** Activates, pauses or switches off a strategy. */
export function changeStatus(deps: StrategyDeps, author: Author, id: string, status: StrategyStatus): Saved {
  const { userId } = author;
  return deps.db.transaction(async (tx) => {
    const row = await repository.lockStrategy(tx, userId, id);
    if (row === null) return err(refusal('strategy_not_found'));
    const before = writtenOf(row);
    if (before !== null) {
      const owner = { userId, account: automationAccount(row) };
      const market = deps.markets.at(row.price_source);
      const after = { ...before, asset: row.asset, status };
      const refused =
        armingRefusal(author, owner.account, before, after, false) ??
        (needsNoLadderCheck(armament(before), armament(after))
          ? null
          : await ladderRefusal(deps, tx, owner, market, after));
      if (refused !== null) return err(refused);
    }
    await repository.setStatus(tx, userId, id, status, deps.clock.now());
    return ok(id);
  });
}

/**
 * Returns the refusal of a change that could cause trades if its author is a bot that may not place trades on this
 * account; null if the change is allowed.
 */
function armingRefusal(
  { scopes }: Author,
  account: BrokerVenue | null,
  before: Written | null,
  after: Written,
  findsOthers: boolean,
): StrategyRefusal | null {
  const isReal = account?.kind === 'real';
  if (allowsEffect(scopes, isReal ? 'opens_real_money' : 'arms_automation')) return null;
  if (!allowsMoreTrading(before && armament(before), armament(after), findsOthers)) return null;
  return refusal(isReal ? 'bot_real_money' : 'arming_needs_trade');
}

type Written = Pick<repository.StrategyWrite, 'rules' | 'status' | 'autoTrade'>;

function writtenOf(row: repository.StrategyRow): Written | null {
  const rules = readRules(row);
  return rules && { rules, status: row.status, autoTrade: row.auto_trade };
}

const armament = ({ rules, status, autoTrade }: Written): ArmingSettings => ({
  autoTrade,
  isActive: status === 'active',
  money: moneyManagementOf(rules.parameters),
  limits: riskRulesOf(rules),
});

function toWrite({ type, parameters, auto_trade, ...rest }: StrategyBody): repository.StrategyWrite {
  const rules = readRules({ type, parameters });
  invariant(rules !== null, 'the contract lets through what the domain takes');
  return { ...rest, rules, autoTrade: auto_trade };
}

/** Refuses an external strategy of an asset that another strategy at the same address has. */
async function addressFault(
  tx: Transaction,
  id: string,
  { asset, rules }: repository.StrategyWrite,
): Promise<StrategyRefusal | null> {
  if (rules.type !== 'external' || !(await isAssetServed(tx, id, asset))) return null;
  return refusal('signal_assets_repeat', { asset });
}

/** Returns true if both versions find the same signals. The stake does not affect the signals. */
function signalsAlike(row: repository.StrategyRow, wish: repository.StrategyWrite): boolean {
  const before = readRules(row);
  return (
    before !== null &&
    row.asset === wish.asset &&
    row.timeframe === wish.timeframe &&
    isSameLength(lengthIn(before.parameters), lengthIn(wish.rules.parameters)) &&
    signalRulesKey(before) === signalRulesKey(wish.rules)
  );
}

/** Returns the refusal of a stake or a limit with more decimals than the currency of the account; null if all fit. */
async function amountRefusal(
  { accounts }: StrategyDeps,
  sql: Sql,
  userId: string,
  account: BrokerVenue | null,
  { rules }: repository.StrategyWrite,
): Promise<StrategyRefusal | null> {
  const currency = (await accounts.automationMoney(sql, userId, account))?.currency ?? PAPER_CURRENCY;
  const { trade_amount: stake, limits } = rules.parameters;
  const amounts = [
    ['trade_amount', stake],
    ['limits.daily_loss', limits?.daily_loss ?? null],
    ['limits.daily_profit', limits?.daily_profit ?? null],
  ] as const;
  const wrong = amounts.filter(([, amount]) => amount !== null && !parseAmountMinor(amount, currency).ok);
  if (wrong.length === 0) return null;
  const message = ERROR_MESSAGES_ES.amount_invalid;
  return refusal(
    'amount_invalid',
    {},
    wrong.map(([name]) => ({ path: `parameters.${name}`, message })),
  );
}

/** Returns the refusal of a strategy whose account cannot afford to lose its martingale ladder; null if it can. */
async function ladderRefusal(
  deps: StrategyDeps,
  sql: Sql,
  owner: AutomationOwner,
  market: StrategyMarket,
  { asset, rules }: Pick<repository.StrategyWrite, 'asset' | 'rules'>,
): Promise<StrategyRefusal | null> {
  const stakes = { asset, money: moneyManagementOf(rules.parameters), limits: riskRulesOf(rules) };
  const values = await martingaleRefusal(deps, sql, owner, market, stakes);
  return values && refusal('martingale_refused', values);
}

/** Refuses an asset or a duration that the strategy's broker or market does not offer. */
function contractFault(
  { clock }: StrategyDeps,
  market: StrategyMarket,
  broker: BrokerId | null,
  { asset, rules }: repository.StrategyWrite,
): StrategyRefusal | null {
  const refused = contractRefusal(market, { asset, length: lengthIn(rules.parameters), broker }, clock.now());
  return refused && refusal(refused.code, refused.values);
}
