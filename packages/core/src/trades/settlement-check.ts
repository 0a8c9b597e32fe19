import { outcomeAt } from '#kernel/index.ts';
import type { Direction, ResultChange, SettlementVerdict } from '#vocabulary/index.ts';

/** Recorded prices of a source around a stated moment. */
export type RecordedPrices = {
  /** Price that was valid at the moment: that of the last tick at or before it. */
  readonly heldPrice: number;
  /** Lowest price within the precision of the stated time. */
  readonly lowPrice: number;
  /** Highest price within the precision of the stated time. */
  readonly highPrice: number;
};

/** An ended trade as its venue states it. A price is null if the venue states none. */
export type StatedTrade = {
  readonly direction: Direction;
  readonly outcome: DecidedOutcome;
  readonly entryPrice: number | null;
  readonly settlePrice: number | null;
  /** Rule of the venue for a settle price equal to the entry price. */
  readonly onEqualPrices: 'tie' | 'lost';
};

export type DecidedOutcome = 'won' | 'lost' | 'tie';

/** A settlement compared with the recorded prices. */
export type SettlementCheck = {
  readonly verdict: SettlementVerdict;
  /**
   * Distance from the stated entry price to the nearest recorded one, signed; 0 within the recorded range. Null without
   * either price.
   */
  readonly entryGapPrice: number | null;
  /** Signed distance from the stated settle price to the nearest recorded one, like `entryGapPrice`. */
  readonly settleGapPrice: number | null;
  /** Result by the prices that were valid at the stated moments; null without recorded prices. */
  readonly recordedOutcome: DecidedOutcome | null;
  /** Whether the recorded prices give another result; null without recorded prices. */
  readonly resultChanges: ResultChange | null;
};

/** Relative difference below which two prices are the same number in different decimal notations. */
const SAME_PRICE_RATIO = 1e-9;

/**
 * Compares an ended trade with the recorded prices of its source. The check is `differs` if a stated price lies outside
 * the recorded range, if no pair of recorded prices gives the stated outcome, or if the venue's own prices contradict
 * its outcome. Null instead of prices means that they were not recorded.
 */
export function checkSettlement(
  stated: StatedTrade,
  entry: RecordedPrices | null,
  settle: RecordedPrices | null,
): SettlementCheck {
  const gaps = { entryGapPrice: gapOf(stated.entryPrice, entry), settleGapPrice: gapOf(stated.settlePrice, settle) };
  if (entry === null || settle === null)
    return { ...gaps, verdict: 'no_data', recordedOutcome: null, resultChanges: null };
  const possible = possibleOutcomes(stated, entry, settle);
  const resultChanges = !possible.has(stated.outcome) ? 'yes' : possible.size === 1 ? 'no' : 'unsure';
  const recordedOutcome = resultOf(stated, entry.heldPrice, settle.heldPrice);
  return { ...gaps, verdict: verdictOf(stated, gaps, resultChanges), recordedOutcome, resultChanges };
}

function verdictOf(
  stated: StatedTrade,
  { entryGapPrice, settleGapPrice }: Pick<SettlementCheck, 'entryGapPrice' | 'settleGapPrice'>,
  resultChanges: ResultChange,
): SettlementVerdict {
  const { entryPrice, settlePrice, outcome } = stated;
  const isApart = [entryGapPrice, settleGapPrice].some((gap) => gap !== null && gap !== 0);
  const hasPrices = entryPrice !== null && settlePrice !== null;
  const isContradicted = hasPrices && resultOf(stated, entryPrice, settlePrice) !== outcome;
  if (isApart || isContradicted || resultChanges === 'yes') return 'differs';
  // Without stated prices only the result can be compared. At this line, the recorded prices allow both results.
  return !hasPrices && resultChanges === 'unsure' ? 'no_data' : 'match';
}

function gapOf(statedPrice: number | null, recorded: RecordedPrices | null): number | null {
  if (statedPrice === null || recorded === null) return null;
  const { lowPrice, highPrice } = recorded;
  const nearest = Math.min(Math.max(statedPrice, lowPrice), highPrice);
  const gap = statedPrice - nearest;
  return Math.abs(gap) <= Math.abs(statedPrice) * SAME_PRICE_RATIO ? 0 : gap;
}

function resultOf(
  { direction, onEqualPrices }: Pick<StatedTrade, 'direction' | 'onEqualPrices'>,
  entryPrice: number,
  settlePrice: number,
): DecidedOutcome {
  const outcome = outcomeAt(direction, entryPrice, settlePrice);
  return outcome === 'tie' ? onEqualPrices : outcome;
}

/** Returns the outcomes that some entry price and some settle price within the recorded ranges give. */
function possibleOutcomes(
  stated: StatedTrade,
  entry: RecordedPrices,
  settle: RecordedPrices,
): ReadonlySet<DecidedOutcome> {
  const meets = entry.lowPrice <= settle.highPrice && settle.lowPrice <= entry.highPrice;
  return new Set([
    resultOf(stated, entry.lowPrice, settle.highPrice),
    resultOf(stated, entry.highPrice, settle.lowPrice),
    ...(meets ? [resultOf(stated, entry.lowPrice, entry.lowPrice)] : []),
  ]);
}
