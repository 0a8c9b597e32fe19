import { readStrategyRules, STRATEGY_WORDS, type StrategyView, sideInWords, TIMEFRAME_NAMES_ES } from '@vigia/contract';
import { type Gates, STRATEGIES, type StrategyType, WEEKDAYS } from '@vigia/core/strategy-definitions';
import { formatLength, secondsLong, ticksLong } from '@vigia/core/trades';
import { formatDecimal, formatForInput, formatPayout } from '#shared/lib/format.ts';
import { gateMessages } from '../form/gates.es.ts';

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Returns a short text for the rules of a strategy: `RSI 14 · 30/70`, `MACD 12/26/9`, `Bollinger 20 · 2`, `EMA 10/30`.
 */
export function rulesInWords(type: StrategyType, parameters: Parameters): string {
  return STRATEGY_WORDS[type].inWords((name: string) => {
    const value = parameters[name] ?? '';
    return typeof value === 'number' ? formatDecimal(value) : String(value);
  });
}

/** Describes rules, asset and timeframe in one line. */
export const strategyInWords = ({ type, parameters, asset, timeframe }: StrategyView): string =>
  [rulesInWords(type, parameters), asset, TIMEFRAME_NAMES_ES[timeframe], ...shortLengthIn(parameters)].join(' · ');

/**
 * Returns a list with the trade duration as text if it is in seconds or ticks. For minutes, the usual case, the list is
 * empty.
 */
function shortLengthIn(parameters: Parameters): string[] {
  const [inSeconds, inTicks] = [parameters['duration_seconds'], parameters['duration_ticks']];
  if (typeof inSeconds === 'number') return [formatLength(secondsLong(inSeconds))];
  return typeof inTicks === 'number' ? [formatLength(ticksLong(inTicks))] : [];
}

/** Returns the stake of each trade, in units of the account's currency. */
export const tradeStakeOf = ({ parameters }: Pick<StrategyView, 'parameters'>): number => {
  const stake = Number(parameters['trade_amount']);
  return Number.isFinite(stake) ? stake : STRATEGIES.rsi.numbers.trade_amount.default;
};

/** Describes the gates in a few words. Returns null if they reject nothing. */
export function gatesInWords({ hours, days, cooldown_candles: cooldown, payout_min: payout }: Gates): string | null {
  const parts = [
    ...(hours ? [gateMessages.inWords.hours(hours.from, hours.to)] : []),
    ...(days.length < WEEKDAYS.length
      ? [gateMessages.inWords.days(days.map((day) => gateMessages.dayNames[day]))]
      : []),
    ...(cooldown > 0 ? [gateMessages.inWords.cooldown(cooldown)] : []),
    ...(payout === null ? [] : [gateMessages.inWords.payout(formatPayout(payout))]),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Describes own rules and the gates of a strategy in sentences. The list is empty for a preset without gates. */
export function detailsInWords({ type, parameters }: Pick<StrategyView, 'type' | 'parameters'>): readonly string[] {
  const read = readStrategyRules({ type, parameters });
  if (!read.ok) return [];
  const { value: rules } = read;
  const sides =
    rules.type === 'custom'
      ? ([
          ['CALL', rules.parameters.call],
          ['PUT', rules.parameters.put],
        ] as const)
      : [];
  const gates = rules.parameters.gates && gatesInWords(rules.parameters.gates);
  return [
    ...sides.flatMap(([direction, side]) => (side ? [sideInWords(direction, side, formatForInput)] : [])),
    ...(gates ? [gates] : []),
  ];
}
