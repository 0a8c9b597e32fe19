import { STRATEGIES } from '@vigia/core/strategy-definitions';
import type { IndicatorChoice, ShownIndicator } from '#shared/chart/indicators/choices.ts';
import {
  INDICATOR_KINDS,
  type IndicatorKind,
  type IndicatorNumbers,
  isWithinRange,
  KINDS_BY_INDICATOR,
} from './indicator-kinds.ts';

const SLOW_PERIOD = STRATEGIES.moving_average.numbers.slow.default;

/** An indicator in the user's list. `id` is its key, `number` its place among the indicators of its kind, from 1. */
export type IndicatorSetting = {
  readonly id: string;
  readonly kind: IndicatorKind;
  readonly number: number;
  readonly isOn: boolean;
  readonly numbers: IndicatorNumbers;
};
export type IndicatorSettings = readonly IndicatorSetting[];

type Listed = Pick<IndicatorSetting, 'id' | 'kind' | 'number'> & { readonly first?: IndicatorNumbers };

/** The indicators that every list has. The user can switch them off, but not remove them. */
const LISTED: readonly Listed[] = [
  { id: 'ema_fast', kind: 'ema', number: 1 },
  { id: 'ema_slow', kind: 'ema', number: 2, first: { period: SLOW_PERIOD } },
  { id: 'sma', kind: 'sma', number: 1 },
  { id: 'bollinger', kind: 'bollinger', number: 1 },
  { id: 'rsi', kind: 'rsi', number: 1 },
  { id: 'macd', kind: 'macd', number: 1 },
];
const ADDED_ID = /^(ema|sma|bollinger|rsi|macd)-([2-9])$/;

/** Returns whether the user added this indicator. */
export const isUserAdded = ({ id }: Pick<IndicatorSetting, 'id'>): boolean => LISTED.every((each) => each.id !== id);

/** Returns the parameters that an indicator has before the user changes any. */
export function defaultNumbersOf({ id, kind }: Pick<IndicatorSetting, 'id' | 'kind'>): IndicatorNumbers {
  const listed = LISTED.find((each) => each.id === id);
  const own = listed ? listed.first : KINDS_BY_INDICATOR[kind].added;
  return Object.fromEntries(
    Object.entries(KINDS_BY_INDICATOR[kind].ranges).map(([name, range]) => [name, own?.[name] ?? range.default]),
  );
}

/**
 * Parses stored settings. Missing or invalid values get their defaults. Earlier versions stored an object with the
 * listed indicators instead of a list.
 */
export function readIndicators(given: unknown): IndicatorSettings {
  const stored: readonly unknown[] = Array.isArray(given) ? given : [];
  const valueOf = (id: string): unknown =>
    Array.isArray(given) ? stored.find((each) => Object(each).id === id) : Object(given)[id];
  const added = stored.flatMap((each): Listed[] => {
    const [id, , number] = ADDED_ID.exec(String(Object(each).id)) ?? [];
    const kind = INDICATOR_KINDS.find((name) => id?.startsWith(`${name}-`));
    return id && kind && Number(number) <= KINDS_BY_INDICATOR[kind].tones.length
      ? [{ id, kind, number: Number(number) }]
      : [];
  });
  const unique = added.filter(({ id }, index) => added.findIndex((each) => each.id === id) === index);
  return [...LISTED, ...unique].map((each) => readSetting(each, valueOf(each.id)));
}

function readSetting({ id, kind, number }: Listed, given: unknown): IndicatorSetting {
  const { isOn, numbers } = Object(given);
  const first = defaultNumbersOf({ id, kind });
  const valid = Object.entries(KINDS_BY_INDICATOR[kind].ranges).flatMap(([name, range]): [string, number][] => {
    const value: unknown = Object(numbers)[name];
    return isWithinRange(range, value) ? [[name, value]] : [];
  });
  return { id, kind, number, isOn: isOn === true, numbers: { ...first, ...Object.fromEntries(valid) } };
}

/** Returns an indicator that the user may add, switched on. Null if the chart has as many of its kind as it takes. */
export function newIndicator(settings: IndicatorSettings, kind: IndicatorKind): IndicatorSetting | null {
  const taken = settings.filter((each) => each.kind === kind).map(({ number }) => number);
  const number = KINDS_BY_INDICATOR[kind].tones.map((_, index) => index + 1).find((each) => !taken.includes(each));
  if (number === undefined) return null;
  const id = `${kind}-${number}`;
  return { id, kind, number, isOn: true, numbers: defaultNumbersOf({ id, kind }) };
}

/** Returns the choice of an indicator in the format of the chart. */
export const choiceOf = ({ kind, numbers }: Pick<IndicatorSetting, 'kind' | 'numbers'>): IndicatorChoice =>
  KINDS_BY_INDICATOR[kind].choice((name) => numbers[name] ?? KINDS_BY_INDICATOR[kind].ranges[name]?.default ?? 1);

/** Returns the enabled indicators in the format of the chart. Lines over the prices differ in their tone. */
export const shownIndicators = (settings: IndicatorSettings): ShownIndicator[] =>
  settings
    .filter(({ isOn }) => isOn)
    .map((each) => ({
      slot: each.id,
      tone: KINDS_BY_INDICATOR[each.kind].tones[each.number - 1] ?? 0,
      choice: choiceOf(each),
    }));
