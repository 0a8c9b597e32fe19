import { at } from '#candles/index.ts';
import { hadMarket, outcomeAt } from '#kernel/index.ts';
import { type History, silenceMsOf } from '#pcr/index.ts';
import { RESULT } from './backtest.ts';

const CODE = { won: RESULT.won, lost: RESULT.lost, tie: RESULT.tied } as const;

/** Outcomes of trades of one duration, by the candle of their entry. */
export type OutcomeColumns = {
  readonly byteLength: number;
  /** Result of a CALL that enters at the close of each candle, one of the values of `RESULT`. */
  readonly ofCall: Int8Array;
  /** The price that decides the trade, the last known price of a void trade; NaN while pending. */
  readonly settlePrice: Float64Array;
};

/** Returns the result of a trade from the result of a CALL: a PUT wins where the CALL loses. */
export const resultOf = (ofCall: number, direction: number): number =>
  ofCall === RESULT.won || ofCall === RESULT.lost ? ofCall * direction : ofCall;

/**
 * Decides a trade of one duration at every candle by base candles, as the settlement book does (docs/spec/pcr.md §6).
 * @param lengthMs a multiple of the base step
 */
export function outcomeColumns(
  { base, baseStepSeconds, candles, timeframeSeconds }: History,
  lengthMs: number,
): OutcomeColumns {
  const ofCall = new Int8Array(candles.length).fill(RESULT.pending);
  const settlePrice = new Float64Array(candles.length).fill(NaN);
  const baseStepMs = baseStepSeconds * 1_000;
  const silenceMs = silenceMsOf(baseStepMs);
  const endOf = (row: number): number => at(base.time, row) * 1_000 + baseStepMs;
  const lastEndMs = base.length === 0 ? -Infinity : endOf(base.length - 1);
  let deciding = 0;
  for (let row = 0; row < candles.length; row += 1) {
    const entryMs = (at(candles.time, row) + timeframeSeconds) * 1_000;
    const expiryMs = entryMs + lengthMs;
    if (expiryMs > lastEndMs) break;
    while (deciding + 1 < base.length && endOf(deciding + 1) <= expiryMs) deciding += 1;
    const price = at(base.close, deciding);
    settlePrice[row] = price;
    const isDecided = hadMarket(endOf(deciding), entryMs, expiryMs, silenceMs);
    ofCall[row] = isDecided ? CODE[outcomeAt('CALL', at(candles.close, row), price)] : RESULT.void;
  }
  return { byteLength: ofCall.byteLength + settlePrice.byteLength, ofCall, settlePrice };
}
