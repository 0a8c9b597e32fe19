import type { Option } from '@vigia/contract';
import { type EpochMs, err, type MinorUnits, ok, type Result } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/trades';
import type { AutomationKind, Direction } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { ACCOUNT_CHANGED, type Actor, type MoneyAccount, toAccountView } from '../accounts/index.ts';
import { approveOrder, type OrderRequest } from './approve-order.ts';
import type { TradingDeps } from './deps.ts';
import { afterHold, writeTrade } from './place-trade.ts';
import type { PlacementRefusal } from './placement-refusal.ts';
import { TRADE_CHANGED } from './topics.ts';

/** What a setup or strategy orders on one of its signals. */
export type AutomaticOrder = {
  readonly userId: string;
  /** The person's paper account, as its lock was given in this transaction. */
  readonly account: MoneyAccount;
  readonly automation: AutomationKind;
  readonly automationId: string;
  readonly signalId: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly expiryMinutes: number;
  readonly stakeMinor: MinorUnits;
  readonly entryTimeMs: EpochMs;
  /** Accepted after this it is late: the signal's price is gone. */
  readonly acceptableUntilMs: EpochMs;
};

/** A trade written but not told of. */
export type PlacedAutomatic = { readonly userId: string; readonly option: Option; readonly account: MoneyAccount };

/** Who acts where nobody is at the screen: without a session there is no second factor, nor any right that needs one. */
const nobodyAtTheScreen = (userId: string): Actor => ({ userId, isAnonymous: true, aal: 'aal1', scopes: null });

export async function placeAutomatic(
  deps: TradingDeps,
  tx: Transaction,
  placing: AutomaticOrder,
): Promise<Result<PlacedAutomatic, PlacementRefusal>> {
  const order = toRequest(placing);
  const approved = await approveOrder(deps, tx, order);
  if (!approved.ok) return approved;
  const { acceptedAtMs } = approved.value.order;
  if (acceptedAtMs > placing.acceptableUntilMs) return err(lateOrder(acceptedAtMs - placing.entryTimeMs));
  const option = await writeTrade(deps, tx, order, approved.value, null);
  return ok({ userId: placing.userId, option, account: afterHold(placing.account, placing.stakeMinor) });
}

/** The refusal of an order that comes so long after its signal's entry. */
export const lateOrder = (afterMs: number): PlacementRefusal => ({
  code: 'late_order',
  values: { seconds: Math.ceil(afterMs / 1_000) },
});

const toRequest = (placing: AutomaticOrder): OrderRequest => ({
  actor: nobodyAtTheScreen(placing.userId),
  accountId: placing.account.accountId,
  request: {
    asset_symbol: placing.symbol,
    option_type: placing.direction,
    amount: formatMinor(placing.stakeMinor),
    duration: placing.expiryMinutes,
  },
  stakeMinor: placing.stakeMinor,
  origin: placing.automation,
  automation: { id: placing.automationId, signalId: placing.signalId },
});

export function tellPlaced({ bus }: TradingDeps, { userId, option, account }: PlacedAutomatic): void {
  bus.publish(TRADE_CHANGED, { userId, trade: option });
  bus.publish(ACCOUNT_CHANGED, { userId, account: toAccountView(account) });
}
