import { MODE_NAMES_ES } from '@vigia/contract';
import { type EpochMs, err, type Result } from '@vigia/core/kernel';
import { evaluate, type RiskApproved, tradingPeriodAfterOrder } from '@vigia/core/risk';
import type { TradingMode } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AccountChoice, BrokerVenue, MoneyAccount } from '../../accounts/index.ts';
import { brokerDisplayName } from '../broker-name.ts';
import type { TradingDeps } from '../deps.ts';
import { payoutFallRefusal } from '../payout-fall.ts';
import { OTHER_ACCOUNT_REFUSAL, type PlacementRefusal, riskRefusal } from '../placement-refusal.ts';
import { readRisk } from '../risk/read-risk.ts';
import type { OrderRequest, PricedOrder, VenueOffer } from '../venue-port.ts';

/**
 * Checks that the order may still go to its account, determines its price and asks the risk guard, in the transaction
 * that will hold the stake. Writes nothing. This function approves every order, manual or automatic, at every venue.
 * The caller has locked the account.
 * @param account the account of the order
 */
export async function approveOrder(
  deps: TradingDeps,
  tx: Transaction,
  order: OrderRequest,
  offer: VenueOffer,
  account: MoneyAccount,
): Promise<Result<RiskApproved<PricedOrder>, PlacementRefusal>> {
  const { actor, request, stakeMinor, origin } = order;
  const askedAtMs = deps.clock.now();
  const [refused, quote, { facts, limits, timeZone }] = await Promise.all([
    destinationRefusal(deps, tx, order, askedAtMs),
    offer.quote(tx, account),
    readRisk(tx, actor.userId, account.accountId, askedAtMs),
  ]);
  if (refused) return err(refused);
  if (request.account_id !== undefined && request.account_id !== account.accountId) return err(OTHER_ACCOUNT_REFUSAL);
  const terms = quote.terms();
  if (!terms.ok) return terms;
  const { symbol, stakes, market, condition, acceptedAtMs, payoutBp } = terms.value;
  const tradingPeriod =
    origin !== 'manual' || facts.isRealMoney ? tradingPeriodAfterOrder(facts.tradingPeriod, acceptedAtMs) : null;
  const priced = { origin, stakeMinor, order, terms: terms.value, tradingPeriod };
  const evaluated = evaluate(priced, { ...facts, asset: stakes, market }, limits);
  if (!evaluated.ok) {
    const asked = { stakeMinor, asset: { symbol } };
    return err(
      riskRefusal(evaluated.error, asked, condition, { nowMs: askedAtMs, timeZone, currency: account.currency }),
    );
  }
  const refusal = quote.refusal ?? payoutFallRefusal(request, payoutBp);
  return refusal ? err(refusal) : evaluated;
}

/**
 * Returns the reason why the order may not go to its account now: the user has chosen another account, or a condition
 * of the account fails. Returns null if the order may go there.
 */
async function destinationRefusal(
  { accounts, brokers }: TradingDeps,
  tx: Transaction,
  { actor, origin, destination: { mode, account } }: OrderRequest,
  nowMs: EpochMs,
): Promise<PlacementRefusal | null> {
  if (mode === null) {
    if (account === null) return null;
    const isNamed = origin === 'manual' || origin === 'api';
    const other = isNamed ? accountChanged(brokers, account, await accounts.choice(tx, actor.userId)) : null;
    return other ?? accounts.venueRefusal(tx, actor, account, nowMs);
  }
  const admitted = await accounts.admitOrder(tx, actor, nowMs);
  if (!admitted.ok) return admitted.error;
  return admitted.value === mode ? null : modeChangedRefusal(admitted.value, mode);
}

/**
 * Returns a refusal if the kind of the broker account has changed: the order is for the demo account and the user has
 * chosen the real account in the meantime, or the reverse. Otherwise returns null. If the user chose neither, the demo
 * account counts as chosen.
 */
function accountChanged(
  brokers: TradingDeps['brokers'],
  { broker, kind }: BrokerVenue,
  choice: AccountChoice,
): PlacementRefusal | null {
  const chosen = choice?.broker === broker ? choice.kind : 'demo';
  if (chosen === kind) return null;
  return { code: 'broker_account_changed', values: { name: brokerDisplayName(brokers, broker), shown: kind } };
}

/** Returns the refusal of an order that was prepared in one trading mode, while the user is now in another. */
export const modeChangedRefusal = (now: TradingMode, shown: TradingMode): PlacementRefusal => ({
  code: 'mode_changed',
  values: { now: MODE_NAMES_ES[now], shown: MODE_NAMES_ES[shown] },
});
