import type { Option } from '@vigia/contract';
import { type EpochMs, err, type MinorUnits, ok, type Result } from '@vigia/core/kernel';
import { formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import type { AutomationKind, Direction, PriceSource, TradingMode } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { runInStep } from '#platform/tracing/trace-step.ts';
import { ACCOUNT_CHANGED, type Actor, brokerVenueOfMode, type MoneyAccount, toAccountView } from '../accounts/index.ts';
import { approveOrder, type OrderRequest } from './approve-order.ts';
import type { TradingDeps, VenueDeps } from './deps.ts';
import { afterHold, writeTrade } from './place-trade.ts';
import type { PlacementRefusal } from './placement-refusal.ts';
import { TRADE_CHANGED } from './topics.ts';
import { toOption } from './trade-row.ts';
import { knownOffer, reachAccount, stakeLimits } from './venue/broker-offer.ts';
import type { BrokerOrderSender } from './venue/broker-order-sender.ts';
import { syncBalance } from './venue/sync-balance.ts';
import { writeBrokerOrder } from './venue/write-broker-order.ts';

/** Price sources that no broker trades on: only paper orders may use their signals. */
const PAPER_ONLY: ReadonlySet<PriceSource> = new Set(['simulated', 'replay']);

/** The order that a setup or strategy places on one of its signals. */
export type AutomaticOrder = {
  readonly userId: string;
  /** The trader's mode, read in this transaction. */
  readonly mode: TradingMode;
  /** The account of that mode, locked in this transaction. */
  readonly account: MoneyAccount;
  readonly automation: AutomationKind;
  readonly automationId: string;
  readonly signalId: string;
  readonly symbol: string;
  /** Price source of the signal; a paper order is also priced by this source. */
  readonly source: PriceSource;
  readonly direction: Direction;
  readonly expiryMinutes: number;
  readonly stakeMinor: MinorUnits;
  readonly entryTimeMs: EpochMs;
  /** Latest time of acceptance: after it the order is late, because the price has moved away from the signal's. */
  readonly acceptableUntilMs: EpochMs;
};

/** A trade that is written but not yet published, and not yet sent to its broker if it has one. */
export type PlacedAutomatic = { readonly userId: string; readonly option: Option; readonly account: MoneyAccount };

/**
 * Actor of an automatic order. It has no session, and therefore neither a second factor nor any permission that
 * requires one.
 */
const automationActor = (userId: string): Actor => ({ userId, isAnonymous: true, aal: 'aal1', scopes: null });

export const placeAutomatic = (
  deps: VenueDeps,
  tx: Transaction,
  placing: AutomaticOrder,
): Promise<Result<PlacedAutomatic, PlacementRefusal>> =>
  runInStep(deps.tracing?.begin('order.automatic', { 'vigia.symbol': placing.symbol }), () => place(deps, tx, placing));

async function place(
  deps: VenueDeps,
  tx: Transaction,
  placing: AutomaticOrder,
): Promise<Result<PlacedAutomatic, PlacementRefusal>> {
  if (placing.mode !== 'mock') return writeAtBroker(deps, tx, placing, placing.mode);
  const order = toRequest(placing);
  const approved = await approveOrder(deps, tx, order);
  if (!approved.ok) return approved;
  const { acceptedAtMs } = approved.value.order;
  if (acceptedAtMs > placing.acceptableUntilMs) return err(lateOrder(acceptedAtMs - placing.entryTimeMs));
  const option = await writeTrade(deps, tx, order, approved.value, null);
  return ok({ userId: placing.userId, option, account: afterHold(placing.account, placing.stakeMinor) });
}

/**
 * Writes the order for the broker of this mode, at the payout the broker last sent: no request to a broker is made
 * while the account is locked. Automation never uses real money.
 */
async function writeAtBroker(
  deps: VenueDeps,
  tx: Transaction,
  placing: AutomaticOrder,
  mode: Exclude<TradingMode, 'mock'>,
): Promise<Result<PlacedAutomatic, PlacementRefusal>> {
  const venue = brokerVenueOfMode(mode);
  if (venue.kind === 'real') return err({ code: 'automation_real_money', values: {} });
  // A signal on simulated prices says nothing about a real market.
  if (PAPER_ONLY.has(placing.source)) return err({ code: 'automation_prices', values: {} });
  const { userId, stakeMinor, entryTimeMs, acceptableUntilMs } = placing;
  const nowMs = deps.clock.now();
  if (nowMs > acceptableUntilMs) return err(lateOrder(nowMs - entryTimeMs));
  const { actor, request, origin, automation } = toRequest(placing);
  const reached = reachAccount(deps.brokers, userId, venue);
  const offer = reached.ok ? knownOffer(reached.value, request) : reached;
  if (!offer.ok) return offer;
  await deps.gatewayLease.fence(tx);
  const order = { actor, venue, mode, request, stakeMinor, origin, automation, sendByMs: acceptableUntilMs };
  const written = await writeBrokerOrder(deps, tx, order, offer.value);
  return written.ok ? ok({ userId, option: toOption(written.value.row), account: written.value.account }) : written;
}

/** Locks the account of a mode at a broker and returns its assets; null if the account is not connected. */
export async function automaticVenue(
  deps: VenueDeps,
  tx: Transaction,
  userId: string,
  mode: Exclude<TradingMode, 'mock'>,
): Promise<AutomaticVenue | null> {
  const venue = brokerVenueOfMode(mode);
  const reached = reachAccount(deps.brokers, userId, venue);
  if (!reached.ok) return null;
  await deps.gatewayLease.fence(tx);
  const { account, session } = reached.value;
  const { currency, balanceMinor } = account;
  const nowMs = deps.clock.now();
  const mirror = await deps.accounts.lockBrokerAccount(tx, userId, { ...venue, currency }, nowMs);
  if (mirror === null) return null;
  return {
    account: await syncBalance(deps, tx, userId, mirror, balanceMinor, nowMs),
    asset: (symbol) => {
      const asset = session.assets().find((one) => one.symbol === symbol);
      if (asset === undefined) return undefined;
      const { minStakeMinor, maxStakeMinor } = stakeLimits(asset, currency);
      return { minTradeAmountMinor: minStakeMinor, maxTradeAmountMinor: maxStakeMinor };
    },
  };
}

/** Destination of automatic orders of a mode: the account, and the stakes its assets accept. */
export type AutomaticVenue = {
  readonly account: MoneyAccount;
  asset(
    symbol: string,
  ): { readonly minTradeAmountMinor: MinorUnits; readonly maxTradeAmountMinor: MinorUnits } | undefined;
};

/** Returns the refusal of an order accepted `afterMs` after its signal's entry. */
export const lateOrder = (afterMs: number): PlacementRefusal => ({
  code: 'late_order',
  values: { seconds: Math.ceil(afterMs / 1_000) },
});

const toRequest = (placing: AutomaticOrder): OrderRequest => ({
  actor: automationActor(placing.userId),
  accountId: placing.account.accountId,
  request: {
    asset_symbol: placing.symbol,
    option_type: placing.direction,
    amount: formatMinor(placing.stakeMinor, PAPER_CURRENCY),
    duration: placing.expiryMinutes,
  },
  stakeMinor: placing.stakeMinor,
  source: placing.source,
  origin: placing.automation,
  automation: { id: placing.automationId, signalId: placing.signalId },
});

/** Publishes a trade whose transaction is committed, and sends it if it goes to a broker. */
export function publishPlaced(
  { bus }: TradingDeps,
  sender: BrokerOrderSender,
  { userId, option, account }: PlacedAutomatic,
): void {
  bus.publish(TRADE_CHANGED, { userId, trade: option });
  bus.publish(ACCOUNT_CHANGED, { userId, account: toAccountView(account) });
  if (option.broker !== 'mock') void sender.submit(option.id, null);
}
