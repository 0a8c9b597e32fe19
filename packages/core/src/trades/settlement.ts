import {
  assertNever,
  type EpochMs,
  hadMarket,
  invariant,
  type MinorUnits,
  minorUnits,
  outcomeAt,
  type Price,
  type Ratio,
} from '#kernel/index.ts';
import { scaleHalfEven } from '#money/index.ts';
import type { Direction } from '#vocabulary/index.ts';

const BASIS_POINTS = 10_000;

/** The fields of an open trade that settlement reads. */
export type SettleableTrade = {
  readonly direction: Direction;
  readonly entryPrice: Price;
  readonly entryTimeMs: EpochMs;
  readonly expiryTimeMs: EpochMs;
  readonly stakeMinor: MinorUnits;
  /** Profit of a win as a fraction of the stake, in whole basis points. */
  readonly payoutRatio: Ratio;
};

/** The last tick whose time is before the expiry. */
export type SettleTick = { readonly timeMs: EpochMs; readonly price: Price };

/**
 * The price that decided a trade, with the time that its venue states for the price. The time is null if a broker
 * states none.
 */
export type DecidingTick = { readonly timeMs: EpochMs | null; readonly price: Price };

export const OUTCOMES = ['won', 'lost', 'tie', 'void'] as const;
export type TradeOutcome = (typeof OUTCOMES)[number];

/** Result of a trade. The account receives `payoutMinor`; `profitMinor` is that amount less the stake. */
export type Settlement = {
  readonly outcome: TradeOutcome;
  /**
   * Tick that decided the trade; null without such a tick. A corrected trade keeps the tick of its first settlement.
   */
  readonly settleTick: DecidingTick | null;
  readonly payoutMinor: MinorUnits;
  readonly profitMinor: MinorUnits;
};

/**
 * Decides a trade by the last tick before its expiry (docs/spec/trading.md §6): CALL wins above the entry price, PUT
 * below it, equal is a tie. The trade is void, and the stake is returned, if there is no such tick. It is also void if
 * the tick is at least 60 s older than the expiry, or does not come after the entry.
 * @throws Error if the tick is not before the expiry: the caller passed a wrong tick
 */
export function settle(trade: SettleableTrade, settleTick: SettleTick | null): Settlement {
  if (settleTick === null || !isMarketAt(trade, settleTick)) return voidSettlement(trade.stakeMinor, settleTick);
  return settlementWithOutcome(outcomeAt(trade.direction, trade.entryPrice, settleTick.price), trade, settleTick);
}

/** Returns the settlement of a trade with the given outcome. */
export function settlementWithOutcome(
  outcome: TradeOutcome,
  { stakeMinor, payoutRatio }: Pick<SettleableTrade, 'stakeMinor' | 'payoutRatio'>,
  settleTick: DecidingTick | null,
): Settlement {
  switch (outcome) {
    case 'won': {
      const profitMinor = profitOfWin(stakeMinor, payoutRatio);
      return { outcome, settleTick, payoutMinor: minorUnits(stakeMinor + profitMinor), profitMinor };
    }
    case 'lost':
      return { outcome, settleTick, payoutMinor: minorUnits(0), profitMinor: minorUnits(-stakeMinor) };
    case 'tie':
    case 'void':
      return { outcome, settleTick, ...returned(stakeMinor) };
    default:
      return assertNever(outcome);
  }
}

/**
 * Returns the settlement that a broker reports. The broker's amount counts, not the payout that it promised. The amount
 * decides the outcome: a profit is a win and a loss is a loss. Zero is a tie or, if `isVoid`, a void trade.
 * @param profitMinor net of the stake
 */
export function reportedSettlement(
  stakeMinor: MinorUnits,
  { profitMinor, isVoid }: { readonly profitMinor: MinorUnits; readonly isVoid: boolean },
  settleTick: DecidingTick | null,
): Settlement {
  if (profitMinor === 0) return { outcome: isVoid ? 'void' : 'tie', settleTick, ...returned(stakeMinor) };
  const payoutMinor = minorUnits(stakeMinor + profitMinor);
  return { outcome: profitMinor > 0 ? 'won' : 'lost', settleTick, payoutMinor, profitMinor };
}

/** Returns the settlement of a void trade: the stake is returned. */
export const voidSettlement = (stakeMinor: MinorUnits, settleTick: DecidingTick | null): Settlement => ({
  outcome: 'void',
  settleTick,
  ...returned(stakeMinor),
});

/**
 * Returns the profit of a won trade: stake times payout, rounded half to even to whole minor units.
 * @throws Error for a payout finer than a basis point
 */
export function profitOfWin(stakeMinor: MinorUnits, payoutRatio: Ratio): MinorUnits {
  const basisPoints = Math.round(payoutRatio * BASIS_POINTS);
  invariant(basisPoints >= 0 && Math.abs(basisPoints - payoutRatio * BASIS_POINTS) < 1e-6, `payout ${payoutRatio}`);
  return scaleHalfEven(stakeMinor, basisPoints, BASIS_POINTS);
}

function isMarketAt(trade: SettleableTrade, tick: SettleTick): boolean {
  invariant(tick.timeMs < trade.expiryTimeMs, 'a trade settles by a tick before its expiry');
  return hadMarket(tick.timeMs, trade.entryTimeMs, trade.expiryTimeMs);
}

const returned = (stakeMinor: MinorUnits) => ({ payoutMinor: stakeMinor, profitMinor: minorUnits(0) });
