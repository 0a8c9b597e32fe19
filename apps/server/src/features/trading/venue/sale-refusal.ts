import type { BrokerFault } from '@vigia/broker-kit/port';
import {
  BROKER_REFUSAL_WITHOUT_REASON_ES,
  BROKER_REFUSALS_ES,
  NO_EARLY_SALE_ES,
  SALE_REFUSALS_ES,
} from '@vigia/contract';
import { epochMs, err, minorUnits, ok, type Result } from '@vigia/core/kernel';
import type { Actor } from '../../accounts/index.ts';
import { brokerDisplayName } from '../broker-name.ts';
import type { TradingDeps } from '../deps.ts';
import { money, type PlacementRefusal } from '../placement-refusal.ts';
import { notConnected } from './broker-refusal.ts';
import type { BrokerRow } from './broker-trades.repository.ts';
import type { SellableContract } from './sale-port.ts';

/** Reason of a refusal: the broker's records show that the order or the sale never arrived. */
export const NEVER_ARRIVED_REASON = 'absent';

export const NOT_RUNNING_REFUSAL: PlacementRefusal = { code: 'trade_not_running', values: {} };
export const PAPER_SALE_REFUSAL: PlacementRefusal = {
  code: 'sale_not_offered',
  values: { why: NO_EARLY_SALE_ES.paper },
};
const BOT_REAL_MONEY: PlacementRefusal = { code: 'bot_real_money', values: {} };

/**
 * Returns the refusal of a sale by the broker.
 * @param reason reason stored in the event log
 * @param least lowest price that the user accepts, as text
 */
export function saleRefusal(name: string, reason: string, least: string): PlacementRefusal {
  if (reason === 'price_moved') return { code: 'sale_price_moved', values: { name, price: least } };
  const why = SALE_REFUSALS_ES[reason] ?? BROKER_REFUSALS_ES[reason] ?? BROKER_REFUSAL_WITHOUT_REASON_ES;
  return { code: 'sale_refused', values: { name, why } };
}

/** Returns the refusal for an option contract for which the broker offers no price. */
export const offerRefusal = (name: string, { kind }: BrokerFault): PlacementRefusal => saleRefusal(name, kind, '');

/** Formats the lowest price that the user accepts, with its currency. */
export const lowestPriceText = (minMinor: number, { currency }: Pick<BrokerRow, 'currency'>): string =>
  money(minorUnits(minMinor), currency);

/**
 * Returns the running option contract of a trade with the session that can sell it, or the first reason against a sale.
 * A sale reduces the risk, so no limit, pause, 'Detener todo' or wait for real money prevents it. A bot must not act on
 * real money.
 */
export function findSellableContract(
  { brokers, clock }: Pick<TradingDeps, 'brokers' | 'clock'>,
  row: BrokerRow,
  actor: Pick<Actor, 'scopes'>,
): Result<SellableContract, PlacementRefusal> {
  if (actor.scopes !== null && row.account === 'real') return err(BOT_REAL_MONEY);
  const isRunning = row.status === 'active' && row.execution === 'confirmed';
  if (!isRunning || row.broker_ref === null || row.account === 'mock') return err(NOT_RUNNING_REFUSAL);
  const offered = brokers.catalog().find(({ id }) => id === row.broker)?.traits.earlySale;
  if (offered?.isOffered === false) return err({ code: 'sale_not_offered', values: { why: offered.why } });
  const expiryMs = row.expiry_time.getTime();
  if (clock.now() >= expiryMs) return err(NOT_RUNNING_REFUSAL);
  const name = brokerDisplayName(brokers, row.broker);
  const session = brokers.connectionOf(row.user_id, row.broker)?.session;
  if (session?.state().status !== 'connected') return err(notConnected(name));
  // The account of the trade may no longer be the chosen one, but it must belong to the connected login.
  if (!session.accounts().some(({ accountId }) => accountId === row.broker_account))
    return err({ code: 'sale_refused', values: { name, why: NO_EARLY_SALE_ES.otherLogin } });
  if (session.sales === null) return err({ code: 'sale_not_offered', values: { why: NO_EARLY_SALE_ES.unknown } });
  return ok({ sales: session.sales, contract: contractOfRow(row, row.broker_ref), name });
}

/** Converts a row to the option contract with this id, as brokers identify it. */
export const contractOfRow = (row: BrokerRow, contractId: string) => ({
  contractId,
  accountId: row.broker_account,
  expiryMs: epochMs(row.expiry_time.getTime()),
});
