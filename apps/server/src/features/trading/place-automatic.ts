import type { Option } from '@vigia/contract';
import { type EpochMs, err, type MinorUnits, ok, type Result } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/trades';
import type { AutomationKind, Direction, PriceSource, TradingMode } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { asStep } from '#platform/tracing/trace-step.ts';
import { ACCOUNT_CHANGED, type Actor, type MoneyAccount, mirrorOfMode, toAccountView } from '../accounts/index.ts';
import { approveOrder, type OrderRequest } from './approve-order.ts';
import type { TradingDeps, VenueDeps } from './deps.ts';
import { afterHold, writeTrade } from './place-trade.ts';
import type { PlacementRefusal } from './placement-refusal.ts';
import { TRADE_CHANGED } from './topics.ts';
import { toOption } from './trade-row.ts';
import { knownOffer, reachAccount, stakeLimits } from './venue/broker-offer.ts';
import { followBalance } from './venue/mirror.ts';
import type { OrderDesk } from './venue/order-desk.ts';
import { writeBrokerOrder } from './venue/write-broker-order.ts';

/** Prices nobody can trade at but on paper. */
const MADE_UP: ReadonlySet<PriceSource> = new Set(['simulated', 'replay']);

/** What a setup or strategy orders on one of its signals. */
export type AutomaticOrder = {
  readonly userId: string;
  /** The account of the person's mode, as its lock was given in this transaction. */
  readonly account: MoneyAccount;
  readonly automation: AutomationKind;
  readonly automationId: string;
  readonly signalId: string;
  readonly symbol: string;
  /** Whose prices the signal was found in: on paper the order is priced by them too. */
  readonly source: PriceSource;
  readonly direction: Direction;
  readonly expiryMinutes: number;
  readonly stakeMinor: MinorUnits;
  readonly entryTimeMs: EpochMs;
  /** Accepted after this it is late: the signal's price is gone. */
  readonly acceptableUntilMs: EpochMs;
};

/** A trade written but neither told of nor, where it goes to a broker, sent. */
export type PlacedAutomatic = {
  readonly userId: string;
  readonly option: Option;
  readonly account: MoneyAccount;
};

/** Who acts where nobody is at the screen: without a session there is no second factor, nor any right that needs one. */
const nobodyAtTheScreen = (userId: string): Actor => ({ userId, isAnonymous: true, aal: 'aal1', scopes: null });

export const placeAutomatic = (
  deps: VenueDeps,
  tx: Transaction,
  placing: AutomaticOrder,
): Promise<Result<PlacedAutomatic, PlacementRefusal>> =>
  asStep(deps.tracing?.begin('order.automatic', { 'vigia.symbol': placing.symbol }), () => place(deps, tx, placing));

async function place(
  deps: VenueDeps,
  tx: Transaction,
  placing: AutomaticOrder,
): Promise<Result<PlacedAutomatic, PlacementRefusal>> {
  const order = toRequest(placing);
  const approved = await approveOrder(deps, tx, order);
  if (!approved.ok) {
    const { error } = approved;
    return error.code === 'elsewhere' ? writeElsewhere(deps, tx, placing, error.mode) : err(error);
  }
  const { acceptedAtMs } = approved.value.order;
  if (acceptedAtMs > placing.acceptableUntilMs) return err(lateOrder(acceptedAtMs - placing.entryTimeMs));
  const option = await writeTrade(deps, tx, order, approved.value, null);
  return ok({ userId: placing.userId, option, account: afterHold(placing.account, placing.stakeMinor) });
}

/**
 * The order written for the broker of the mode, at the payout the broker last told: while the lock is held nobody is asked. Real
 * money is never touched where nobody is at the screen.
 */
async function writeElsewhere(
  deps: VenueDeps,
  tx: Transaction,
  placing: AutomaticOrder,
  mode: Exclude<TradingMode, 'mock'>,
): Promise<Result<PlacedAutomatic, PlacementRefusal>> {
  const venue = mirrorOfMode(mode);
  if (venue.kind === 'real') return err({ code: 'automation_real_money', values: {} });
  // A signal of a made-up market says nothing about a real one.
  if (MADE_UP.has(placing.source)) return err({ code: 'automation_prices', values: {} });
  const { userId, stakeMinor, entryTimeMs, acceptableUntilMs } = placing;
  const nowMs = deps.clock.now();
  if (nowMs > acceptableUntilMs) return err(lateOrder(nowMs - entryTimeMs));
  const { actor, request, origin, automation } = toRequest(placing);
  const reached = reachAccount(deps.brokers, userId, venue);
  const offer = reached.ok ? knownOffer(reached.value, request) : reached;
  if (!offer.ok) return offer;
  await deps.venues.fence(tx);
  const order = { actor, venue, mode, request, stakeMinor, origin, automation, sendByMs: acceptableUntilMs };
  const written = await writeBrokerOrder(deps, tx, order, offer.value);
  return written.ok ? ok({ userId, option: toOption(written.value.row), account: written.value.account }) : written;
}

/** The account of a mode at a broker, locked, and what its assets take; null where it is out of reach. */
export async function automaticVenue(
  deps: VenueDeps,
  tx: Transaction,
  userId: string,
  mode: Exclude<TradingMode, 'mock'>,
): Promise<AutomaticVenue | null> {
  const venue = mirrorOfMode(mode);
  const reached = reachAccount(deps.brokers, userId, venue);
  if (!reached.ok) return null;
  await deps.venues.fence(tx);
  const { account, session } = reached.value;
  const { currency, balanceMinor } = account;
  const nowMs = deps.clock.now();
  const mirror = await deps.accounts.lockMirror(tx, userId, { ...venue, currency }, nowMs);
  if (mirror === null) return null;
  return {
    account: await followBalance(deps, tx, userId, mirror, balanceMinor, nowMs),
    asset: (symbol) => {
      const asset = session.assets().find((one) => one.symbol === symbol);
      if (asset === undefined) return undefined;
      const { minStakeMinor, maxStakeMinor } = stakeLimits(asset);
      return { minTradeAmountMinor: minStakeMinor, maxTradeAmountMinor: maxStakeMinor };
    },
  };
}

/** Where automatic orders of a mode go: whose money, and what may be staked on an asset there. */
export type AutomaticVenue = {
  readonly account: MoneyAccount;
  asset(
    symbol: string,
  ): { readonly minTradeAmountMinor: MinorUnits; readonly maxTradeAmountMinor: MinorUnits } | undefined;
};

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
  source: placing.source,
  origin: placing.automation,
  automation: { id: placing.automationId, signalId: placing.signalId },
});

/** Tells of a trade whose transaction is committed, and hands it over where it goes to a broker. */
export function tellPlaced({ bus }: TradingDeps, desk: OrderDesk, { userId, option, account }: PlacedAutomatic): void {
  bus.publish(TRADE_CHANGED, { userId, trade: option });
  bus.publish(ACCOUNT_CHANGED, { userId, account: toAccountView(account) });
  if (option.broker !== 'mock') void desk.submit(option.id, null);
}
