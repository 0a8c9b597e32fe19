import type { BrokerFault } from '@vigia/broker-kit/port';
import { BROKER_REFUSAL_UNSAID_ES, BROKER_REFUSALS_ES, NO_EARLY_SALE_ES, SALE_REFUSALS_ES } from '@vigia/contract';
import { epochMs, err, minorUnits, ok, type Result } from '@vigia/core/kernel';
import type { Actor } from '../../accounts/index.ts';
import { nameOf } from '../broker-name.ts';
import type { TradingDeps } from '../deps.ts';
import { money, type PlacementRefusal } from '../placement-refusal.ts';
import { reachAccount } from './broker-offer.ts';
import type { BrokerRow } from './broker-trades.repository.ts';
import type { Sellable } from './sale-port.ts';

/** Reason of a sale that the broker's records show to have never arrived. */
export const ABSENT = 'absent';

export const NOT_RUNNING: PlacementRefusal = { code: 'trade_not_running', values: {} };
export const PAPER_SALE: PlacementRefusal = { code: 'sale_not_offered', values: { why: NO_EARLY_SALE_ES.paper } };
const BOT_REAL_MONEY: PlacementRefusal = { code: 'bot_real_money', values: {} };

/** Returns the refusal of a sale by the broker, by its reason in the log. */
export function saleRefusal(name: string, reason: string, least: string): PlacementRefusal {
  if (reason === 'price_moved') return { code: 'sale_price_moved', values: { name, price: least } };
  const why = SALE_REFUSALS_ES[reason] ?? BROKER_REFUSALS_ES[reason] ?? BROKER_REFUSAL_UNSAID_ES;
  return { code: 'sale_refused', values: { name, why } };
}

/** Returns the refusal of an offer that the broker does not make. */
export const offerRefusal = (name: string, { kind }: BrokerFault): PlacementRefusal => saleRefusal(name, kind, '');

export const leastText = (minMinor: number, { currency }: Pick<BrokerRow, 'currency'>): string =>
  money(minorUnits(minMinor), currency);

/**
 * Returns the running contract of a trade with the session that can sell it, or the first refusal. A sale reduces what
 * is at risk, so no limit, pause, 'Detener todo' or wait for real money prevents it; a bot never acts on real money.
 */
export function sellable(
  { brokers, clock }: Pick<TradingDeps, 'brokers' | 'clock'>,
  row: BrokerRow,
  actor: Pick<Actor, 'scopes'>,
): Result<Sellable, PlacementRefusal> {
  if (actor.scopes !== null && row.account === 'real') return err(BOT_REAL_MONEY);
  const isRunning = row.status === 'active' && row.execution === 'confirmed';
  if (!isRunning || row.broker_ref === null || row.account === 'mock') return err(NOT_RUNNING);
  const offered = brokers.catalog().find(({ id }) => id === row.broker)?.traits.earlySale;
  if (offered?.isOffered === false) return err({ code: 'sale_not_offered', values: { why: offered.why } });
  const expiryMs = row.expiry_time.getTime();
  if (clock.now() >= expiryMs) return err(NOT_RUNNING);
  const reached = reachAccount(brokers, row.user_id, { broker: row.broker, kind: row.account });
  if (!reached.ok) return reached;
  const { session, account } = reached.value;
  const name = nameOf(brokers, row.broker);
  if (account.accountId !== row.broker_account)
    return err({ code: 'sale_refused', values: { name, why: NO_EARLY_SALE_ES.otherLogin } });
  if (session.sales === null) return err({ code: 'sale_not_offered', values: { why: NO_EARLY_SALE_ES.unknown } });
  return ok({ sales: session.sales, contract: contractOf(row, row.broker_ref), name });
}

/** Returns the contract of a row by the broker's name of it. */
export const contractOf = (row: BrokerRow, contractId: string) => ({
  contractId,
  accountId: row.broker_account,
  expiryMs: epochMs(row.expiry_time.getTime()),
});
