import { plainMoneyText, StrategyBody, type StrategyInput, type StrategyView } from '@vigia/contract';
import { type Currency, exponentOf, parseAmountMinor, scaleOf } from '@vigia/core/money';
import { parseStrategyRules, type StrategyRules } from '@vigia/core/strategies';
import {
  DEFAULT_SYMBOL,
  DEFAULT_TIMEFRAME,
  MA_TYPES,
  type MaType,
  type NumberRange,
  STRATEGY_RANGES,
  type StrategyStatus,
  type StrategyType,
  type Timeframe,
} from '@vigia/core/vocabulary';
import { formatForInput, formatTidyMoney } from '#shared/lib/format.ts';
import { formMessages as words } from './messages.es.ts';

/** Form values of a strategy, with the numbers as typed. */
export type FormValues = {
  readonly name: string;
  readonly description: string;
  readonly type: StrategyType;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly numbers: Readonly<Record<string, string>>;
  readonly maType: MaType;
  readonly autoTrade: boolean;
  readonly status: StrategyStatus;
};

/** Error messages by the path of the API, such as `name` or `parameters.fast`. */
export type Faults = Readonly<Record<string, string>>;

export type FormReading =
  | { readonly kind: 'ready'; readonly body: StrategyInput }
  | { readonly kind: 'faults'; readonly faults: Faults };

/** Parameters that all types have. They are kept when another type is chosen. */
const COMMON = ['trade_amount', 'duration'] as const;

export const parameterPath = (name: string): string => `parameters.${name}`;

/** Returns the numbers of a type with their ranges; the numbers of the type itself come first. */
export const rangesOf = (type: StrategyType): readonly (readonly [name: string, range: NumberRange])[] =>
  Object.entries(STRATEGY_RANGES[type]);

const defaultsOf = (type: StrategyType): Record<string, string> =>
  Object.fromEntries(rangesOf(type).map(([name, range]) => [name, formatForInput(range.default)]));

/** Converts a strategy to the input of the API. */
export const toInput = ({ name, description, asset, timeframe, auto_trade, status, type, parameters }: StrategyView) =>
  StrategyBody.parse({ name, description, asset, timeframe, auto_trade, status, type, parameters });

/**
 * Converts a strategy to form values.
 * @param from null for the defaults of the first type
 */
export function toValues(from: StrategyInput | null): FormValues {
  const type = from?.type ?? 'rsi';
  const parameters: Readonly<Record<string, unknown>> = from?.parameters ?? {};
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, formatForInput(value)] as const] : [],
  );
  return {
    name: from?.name ?? '',
    description: from?.description ?? '',
    type,
    asset: from?.asset ?? DEFAULT_SYMBOL,
    timeframe: from?.timeframe ?? DEFAULT_TIMEFRAME,
    numbers: { ...defaultsOf(type), ...Object.fromEntries(given) },
    maType: MA_TYPES.find((each) => each === parameters['ma_type']) ?? 'ema',
    autoTrade: from?.auto_trade ?? false,
    status: from?.status ?? 'inactive',
  };
}

/**
 * Changes the type. Its parameters get their defaults, because a parameter of the same name has another meaning in
 * another type; stake and duration are kept.
 */
export function withType(values: FormValues, type: StrategyType): FormValues {
  const kept = Object.fromEntries(COMMON.map((name) => [name, values.numbers[name] ?? '']));
  return { ...values, type, numbers: { ...defaultsOf(type), ...kept } };
}

/** Parses a number; null if the text is not a number. Comma and point both mark decimals. */
function readNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,10}([.,]\d{1,8})?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : null;
}

function faultIn(text: string, { min, max, integer }: NumberRange): string | null {
  const value = readNumber(text);
  const isOutside = value === null || value < min || value > max;
  return isOutside || (integer && !Number.isInteger(value)) ? words.faults.number(min, max, integer) : null;
}

/** Bounds of a stake in the currency of the strategy's account. */
export type StakeRange = {
  readonly currency: Currency;
  /** The smallest and largest stake of the asset on the account; null while they are not known. */
  readonly limits: { readonly min: number; readonly max: number } | null;
};

/** Returns a sentence about the allowed stakes: within the limits of the asset, or from the smallest amount on. */
export function stakeRangeText({ currency, limits }: StakeRange): string {
  const text = (amount: number) => formatTidyMoney(amount, currency);
  return limits
    ? words.faults.amount(text(limits.min), text(limits.max))
    : words.faults.amountFrom(text(1 / scaleOf(currency)));
}

function stakeFaultIn(text: string, range: StakeRange): string | null {
  const { currency, limits } = range;
  const stake = readNumber(text);
  if (stake === null || stake <= 0) return stakeRangeText(range);
  if (!parseAmountMinor(stake, currency).ok) return words.faults.decimals(currency, exponentOf(currency));
  if (limits && stake < limits.min) return words.faults.amountBelow(plainMoneyText(limits.min, currency));
  return limits && stake > limits.max ? words.faults.amountAbove(plainMoneyText(limits.max, currency)) : null;
}

const parametersOf = ({ type, numbers, maType }: FormValues): Record<string, unknown> => ({
  ...Object.fromEntries(rangesOf(type).map(([name]) => [name, readNumber(numbers[name] ?? '')])),
  ...(type === 'moving_average' && { ma_type: maType }),
});

/** Converts the form to the input of the API, or returns all its errors. */
export function readForm(values: FormValues, stakes: StakeRange): FormReading {
  const faults: Record<string, string> = {};
  if (values.name.trim() === '') faults['name'] = words.faults.name;
  for (const [name, range] of rangesOf(values.type)) {
    const text = values.numbers[name] ?? '';
    const fault = name === 'trade_amount' ? stakeFaultIn(text, stakes) : faultIn(text, range);
    if (fault !== null) faults[parameterPath(name)] = fault;
  }
  const { name, description, type, asset, timeframe, autoTrade, status } = values;
  const parsed = StrategyBody.safeParse({
    name,
    description: description.trim() || null,
    type,
    asset,
    timeframe,
    auto_trade: autoTrade,
    status,
    parameters: parametersOf(values),
  });
  // The contract's own messages explain how two numbers must relate; an unparsable number has its own message.
  if (!parsed.success) for (const { path, message } of parsed.error.issues) faults[path.join('.')] ??= message;
  if (parsed.success && Object.keys(faults).length === 0) return { kind: 'ready', body: parsed.data };
  return { kind: 'faults', faults };
}

/** Returns the rules for the preview; null while a number is invalid. */
export function readRules(values: FormValues): StrategyRules | null {
  const rules = parseStrategyRules({ type: values.type, parameters: parametersOf(values) });
  return rules.ok ? rules.value : null;
}
