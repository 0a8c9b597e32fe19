import { readStrategyRules, StrategyBody, type StrategyView, validationMessage } from '@vigia/contract';
import type { OwnRules } from '@vigia/core/rule-definitions';
import { rulesOf, type StrategyRules } from '@vigia/core/strategies';
import {
  areGatesOpen,
  definitionOf,
  type Gates,
  limitsNothing,
  NO_OWN_LIMITS,
  OPEN_GATES,
  type OwnLimits,
  type StakePlanChoice,
  type StrategyType,
} from '@vigia/core/strategy-definitions';
import {
  defaultTradeLength,
  type GivenLengthFields,
  lengthField,
  lengthOf,
  minutesLong,
  type TradeLength,
} from '@vigia/core/trades';
import {
  DEFAULT_SYMBOL,
  DEFAULT_TIMEFRAME,
  LENGTH_RANGES,
  type NumberRange,
  type StrategyStatus,
  type Timeframe,
} from '@vigia/core/vocabulary';
import { displayZone } from '#shared/lib/display-zone.ts';
import { formatForInput } from '#shared/lib/format.ts';
import { formMessages as words } from './messages.es.ts';
import { readNumber } from './read-number.ts';
import { STARTER_RULES } from './rules/draft.ts';
import { type StakeRange, stakeFaultIn } from './stake-range.ts';

/** Form values of a strategy, with the numbers as typed. */
export type FormValues = {
  readonly name: string;
  readonly description: string;
  readonly type: StrategyType;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly numbers: Readonly<Record<string, string>>;
  /** Duration of a trade in seconds or ticks. Null for a duration in minutes, which `numbers` contains. */
  readonly shortLength: TradeLength | null;
  /** Conditions of a strategy with own rules. While the text of a number is not a number, its value is NaN. */
  readonly own: OwnRules;
  readonly gates: Gates;
  readonly limits: OwnLimits;
  /**
   * Stake plan. While the text of a number is not a number, its value is NaN. Null means a fixed amount, which
   * `numbers` contains.
   */
  readonly stakePlan: StakePlanChoice | null;
  /** The selected option of each parameter that has a fixed list of options. */
  readonly choices: Readonly<Record<string, string>>;
  readonly autoTrade: boolean;
  readonly status: StrategyStatus;
};

/** Error messages by the path in the API, such as `name` or `parameters.fast`. */
export type FormErrors = Readonly<Record<string, string>>;

export const NO_FORM_ERRORS: FormErrors = {};

export type ParsedForm =
  | { readonly kind: 'ready'; readonly body: StrategyBody }
  | { readonly kind: 'faults'; readonly faults: FormErrors };

/** Key of the duration in minutes. Like the other numbers, it is a text as typed. */
const MINUTES = 'duration';

/** Parameters that all types have. They keep their values when the user chooses another type. */
const COMMON = ['trade_amount', MINUTES] as const;

const NO_RULES: OwnRules = { call: null, put: null };

/** Returns the gates of a new strategy. They reject nothing. Their time zone is the display time zone of the user. */
const openGates = (): Gates => ({ ...OPEN_GATES, time_zone: displayZone() });

export const parameterPath = (name: string): string => `parameters.${name}`;

/**
 * Returns the numbers of a type with their ranges. Numbers that only this type has come first, the minutes of a trade
 * last.
 */
export const rangesOf = (type: StrategyType): readonly (readonly [name: string, range: NumberRange])[] => [
  ...Object.entries(definitionOf(type).numbers),
  [MINUTES, LENGTH_RANGES.minutes],
];

const defaultsOf = (type: StrategyType): Record<string, string> =>
  Object.fromEntries(rangesOf(type).map(([name, range]) => [name, formatForInput(range.default)]));

/**
 * Returns the selected option of each parameter that has a fixed list of options. If the given option is invalid, the
 * default is selected.
 */
const choicesOf = (type: StrategyType, given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(definitionOf(type).choices).map(([name, offered]) => [
      name,
      offered.find((word) => word === given[name]) ?? offered[0],
    ]),
  );

/** Converts a strategy to the input of the API. */
export const toInput = ({ name, description, asset, timeframe, auto_trade, status, type, parameters }: StrategyView) =>
  StrategyBody.parse({ name, description, asset, timeframe, auto_trade, status, type, parameters });

/**
 * Converts a strategy to form values.
 * @param from null for the first type with its defaults
 */
export function toFormValues(from: StrategyBody | null): FormValues {
  const type = from?.type ?? 'rsi';
  const parameters: Readonly<Record<string, unknown>> = from?.parameters ?? {};
  const given = rangesOf(type).flatMap(([name]) => {
    const value = parameters[name];
    return typeof value === 'number' ? [[name, formatForInput(value)] as const] : [];
  });
  return {
    name: from?.name ?? '',
    description: from?.description ?? '',
    type,
    asset: from?.asset ?? DEFAULT_SYMBOL,
    timeframe: from?.timeframe ?? DEFAULT_TIMEFRAME,
    numbers: { ...defaultsOf(type), ...Object.fromEntries(given) },
    shortLength: shortLengthOf(from?.parameters ?? {}),
    own: { call: from?.parameters?.call ?? null, put: from?.parameters?.put ?? null },
    gates: from?.parameters?.gates ?? openGates(),
    limits: from?.parameters?.limits ?? NO_OWN_LIMITS,
    stakePlan: from?.parameters?.stake_plan ?? null,
    choices: choicesOf(type, parameters),
    autoTrade: from?.auto_trade ?? false,
    status: from?.status ?? 'inactive',
  };
}

function shortLengthOf(parameters: GivenLengthFields): TradeLength | null {
  const length = lengthOf(parameters);
  return length?.unit === 'minutes' ? null : length;
}

/**
 * Returns the duration of a trade as the form shows it. While the typed minutes are invalid, it is the default
 * duration.
 */
export function shownTradeLength({ shortLength, numbers }: FormValues): TradeLength {
  const typed = numbers[MINUTES] ?? '';
  return (
    shortLength ?? (faultIn(typed, LENGTH_RANGES.minutes) === null ? minutesLong(Number(typed)) : defaultTradeLength())
  );
}

/** Changes the duration of a trade. */
export const withTradeLength = ({ numbers }: FormValues, length: TradeLength): Partial<FormValues> =>
  length.unit === 'minutes'
    ? { shortLength: null, numbers: { ...numbers, [MINUTES]: formatForInput(length.minutes) } }
    : { shortLength: length };

/**
 * Changes the type. All parameters get the defaults of the new type, because a parameter of the same name may have
 * another meaning there. The stake and the duration are kept.
 */
export function withStrategyType(values: FormValues, type: StrategyType): FormValues {
  const kept = Object.fromEntries(COMMON.map((name) => [name, values.numbers[name] ?? '']));
  const own = definitionOf(type).hasOwnRules ? STARTER_RULES : NO_RULES;
  return { ...values, type, numbers: { ...defaultsOf(type), ...kept }, choices: choicesOf(type, {}), own };
}

/** Converts a preset to own rules that give the same signals. Returns null while a number of the preset is invalid. */
export function presetAsOwnRules(values: FormValues): FormValues | null {
  const rules = parseRules(values);
  return rules && { ...withStrategyType(values, 'custom'), own: rulesOf(rules) };
}

function faultIn(text: string, { min, max, integer }: NumberRange): string | null {
  const value = readNumber(text);
  const isOutside = value === null || value < min || value > max;
  return isOutside || (integer && !Number.isInteger(value)) ? words.faults.number(min, max, integer) : null;
}

/** Returns the typed stake. Returns null while its text is not a number. */
export const typedStakeOf = ({ numbers }: Pick<FormValues, 'numbers'>): number | null =>
  readNumber(numbers['trade_amount'] ?? '');

/**
 * Returns the numbers that the form requires. Minutes are required only for a duration in minutes. The amount is
 * required only if the stake depends on it.
 */
const askedOf = ({ type, shortLength, stakePlan }: FormValues) =>
  rangesOf(type).filter(
    ([name]) =>
      (name !== MINUTES || shortLength === null) && (name !== 'trade_amount' || stakePlan?.plan !== 'percent'),
  );

const parametersOf = (values: FormValues): Record<string, unknown> => ({
  ...Object.fromEntries(askedOf(values).map(([name]) => [name, readNumber(values.numbers[name] ?? '')])),
  ...(values.shortLength && lengthField(values.shortLength)),
  ...values.choices,
  ...(definitionOf(values.type).hasOwnRules && values.own),
  ...(!areGatesOpen(values.gates) && { gates: values.gates }),
  ...(!limitsNothing(values.limits) && { limits: values.limits }),
  ...(values.stakePlan && { stake_plan: values.stakePlan }),
});

/** Converts the form to the input of the API, or returns all its errors. */
export function parseForm(values: FormValues, stakes: StakeRange): ParsedForm {
  const faults: Record<string, string> = {};
  if (values.name.trim() === '') faults['name'] = words.faults.name;
  for (const [name, range] of askedOf(values)) {
    const text = values.numbers[name] ?? '';
    const fault = name === 'trade_amount' ? stakeFaultIn(text, stakes) : faultIn(text, range);
    if (fault !== null) faults[parameterPath(name)] = fault;
  }
  const { name, description, type, asset, timeframe, autoTrade, status } = values;
  const input = {
    name,
    description: description.trim() || null,
    type,
    asset,
    timeframe,
    auto_trade: autoTrade,
    status,
    parameters: parametersOf(values),
  };
  const parsed = StrategyBody.safeParse(input, { error: validationMessage });
  // The API schema has messages for two numbers that do not fit each other. For a text that is not a number, the form
  // has its own message.
  if (!parsed.success) for (const { path, message } of parsed.error.issues) faults[path.join('.')] ??= message;
  if (parsed.success && Object.keys(faults).length === 0) return { kind: 'ready', body: parsed.data };
  return { kind: 'faults', faults };
}

/** Returns which shown errors remain after a change, so that the message of a corrected field disappears at once. */
export function remainingErrors(shown: FormErrors, values: FormValues, stakes: StakeRange): FormErrors {
  if (Object.keys(shown).length === 0) return shown;
  const reading = parseForm(values, stakes);
  const now = reading.kind === 'faults' ? reading.faults : NO_FORM_ERRORS;
  return Object.fromEntries(Object.entries(now).filter(([path]) => path in shown));
}

/** Returns the rules for the preview. Returns null while a number is invalid. */
export function parseRules(values: FormValues): StrategyRules | null {
  const rules = readStrategyRules({ type: values.type, parameters: parametersOf(values) });
  return rules.ok ? rules.value : null;
}
