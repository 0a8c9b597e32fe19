import type { RiskControl } from '@vigia/core/pcr';
import { formatLength } from '@vigia/core/trades';
import type {
  CandleType,
  Criterion,
  Currency,
  Direction,
  FilterName,
  MoneyManagement,
  RunColor,
} from '@vigia/core/vocabulary';
import { formatDecimal, formatMoney, formatPercent, formatPrice } from '#shared/lib/format.ts';
import { stakeInWords } from '../../money/stake-words.ts';
import { CANDLE_TYPE_NAMES, CRITERION_NAMES, editorMessages, FILTER_TITLES } from '../editor/messages.es.ts';
import { pcrMessages } from '../messages.es.ts';
import { type SetupDraft, tradeLengthOfDraft } from './draft.ts';

const words = pcrMessages.measures;

/** Verdict of a filter, from the API or from the detector. */
export type FilterVerdict = {
  readonly filter: FilterName;
  readonly passed: boolean;
  readonly value?: unknown;
  readonly limit?: unknown;
};

/** Formats a filter with its measured and required value: `RSI 62.8 (mín. 55)`. */
export function filterText({ filter, value, limit }: FilterVerdict, direction: Direction, decimals: number): string {
  const name = FILTER_TITLES[filter];
  switch (filter) {
    case 'trend':
      return words.against(name, priceText(value, decimals), words.ema(priceText(limit, decimals)));
    case 'rsi':
      return words.against(
        name,
        numberText(value, 1),
        bound(direction === 'CALL' ? 'max' : 'min', numberText(limit, 1)),
      );
    case 'hours':
      return words.against(name, String(value ?? words.unknown), String(limit ?? words.unknown));
    case 'volatility':
      return words.against(name, percentText(value), rangeText(limit));
    case 'payout':
      return words.against(name, fractionText(value), bound('min', fractionText(limit)));
    case 'candleTypes':
      return words.against(
        name,
        typeText(value),
        Array.isArray(limit) ? limit.map(typeText).join(', ') : words.unknown,
      );
  }
}

/**
 * Decimals and colour for criteria whose values are prices. The engine reports the range of the run and the break of
 * the run as prices. A preview reports them as multiples of the ATR and of the last body.
 */
export type CriterionPrices = { readonly decimals: number; readonly color: RunColor };

/** Formats the measured value of a criterion in its own unit. */
export function criterionValue(criterion: Criterion, value: number | null, prices?: CriterionPrices): string {
  if (value === null) return words.unknown;
  if (prices && isPrice(criterion)) return formatPrice(value, prices.decimals);
  switch (criterion) {
    case 'length':
      return words.candles(value);
    case 'strength':
      return formatDecimal(value, 0);
    case 'displacement':
      return words.atr(formatDecimal(value));
    case 'efficiency':
    case 'break':
      return formatDecimal(value);
  }
}

/** Formats the required value of a criterion: `mín. 1.5`, `de 3 a 9`. */
export function criterionLimit(criterion: Criterion, limit: unknown, prices?: CriterionPrices): string {
  if (limit === null || limit === undefined) return '';
  if (prices && isPrice(criterion)) {
    const side = criterion === 'break' && prices.color === 'green' ? 'max' : 'min';
    return bound(side, priceText(limit, prices.decimals));
  }
  if (Array.isArray(limit)) return words.fromTo(numberText(limit[0], 2), numberText(limit[1], 2));
  return bound('min', numberText(limit, 2));
}

export const criterionName = (criterion: Criterion): string => CRITERION_NAMES[criterion];

/** Describes a setup in one line: `EURUSD · 5 minutos · 3 a 9 velas · expira en 5 min`. */
export function setupInWords(setup: SetupDraft): string {
  const { asset, timeframe, patterns } = setup;
  const { sequence, entry } = editorMessages.steps;
  const length = `${patterns.minLength} ${sequence.to} ${patterns.maxLength} ${sequence.candles}`;
  const end = `${entry.expiry.toLowerCase()} ${formatLength(tradeLengthOfDraft(setup))}`;
  return [asset, editorMessages.timeframes[timeframe], length, end].join(' · ');
}

/**
 * Describes the stake and the limits in one line.
 * @param currency currency of the account on which the setup trades
 */
export function moneySummary(money: MoneyManagement, { dailyLossLimit }: RiskControl, currency: Currency): string {
  const { summary } = editorMessages.steps.money;
  const limit = dailyLossLimit === null ? summary.noLimit : summary.maxDaily(formatMoney(dailyLossLimit, currency));
  return `${stakeInWords(money, currency)} · ${limit}`;
}

const isPrice = (criterion: Criterion): boolean => criterion === 'displacement' || criterion === 'break';

const bound = (kind: 'min' | 'max', text: string): string => (kind === 'min' ? words.min(text) : words.max(text));

const numberText = (value: unknown, decimals: number): string =>
  typeof value === 'number' ? formatDecimal(value, decimals) : words.unknown;
const priceText = (value: unknown, decimals: number): string =>
  typeof value === 'number' ? formatPrice(value, decimals) : words.unknown;
const percentText = (value: unknown): string =>
  typeof value === 'number' ? `${formatDecimal(value, 3)} %` : words.unknown;
const fractionText = (value: unknown): string => (typeof value === 'number' ? formatPercent(value, 0) : words.unknown);

function rangeText(limit: unknown): string {
  if (!Array.isArray(limit)) return words.unknown;
  const [low, high] = limit.map((each) => (typeof each === 'number' ? formatDecimal(each, 3) : null));
  if (low && high) return words.fromTo(low, high);
  return low ? words.min(low) : high ? words.max(high) : words.open;
}

const isCandleType = (value: unknown): value is CandleType => typeof value === 'string' && value in CANDLE_TYPE_NAMES;
const typeText = (value: unknown): string => (isCandleType(value) ? CANDLE_TYPE_NAMES[value] : String(value));
