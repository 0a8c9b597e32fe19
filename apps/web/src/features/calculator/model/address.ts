import { formatForInput } from '#shared/lib/format.ts';
import {
  type CalculatorValues,
  CHOICE_FIELDS,
  type ChoiceKey,
  DEFAULT_CALCULATOR_VALUES,
  NUMBER_FIELDS,
  NUMBER_KEYS,
  type NumberFault,
  type NumberFieldKey,
  readNumber,
} from './fields.ts';

/** Query parameters of the calculator URL by name. */
export type CalculatorSearch = Readonly<Record<string, string | number>>;

const PARAMS: readonly string[] = [
  ...Object.values(NUMBER_FIELDS).map(({ param }) => param),
  ...Object.values(CHOICE_FIELDS).map(({ param }) => param),
];

/** Returns the parameters of the calculator in a URL, valid or not. The page reports the invalid parameters. */
export const calculatorSearch = (raw: Record<string, unknown>): CalculatorSearch =>
  Object.fromEntries(
    PARAMS.flatMap((param) => {
      const value = raw[param];
      if (value === undefined || value === null) return [];
      return [[param, typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)]];
    }),
  );

/** Returns only the parameters that differ from the defaults, so that equal numbers always have the same URL. */
export function searchParamsOf(values: CalculatorValues): CalculatorSearch {
  const numbers = NUMBER_KEYS.flatMap((key) =>
    values[key] === DEFAULT_CALCULATOR_VALUES[key] ? [] : [[NUMBER_FIELDS[key].param, values[key]] as const],
  );
  const choices = (['staking', 'kelly'] as const).flatMap((key) =>
    values[key] === DEFAULT_CALCULATOR_VALUES[key] ? [] : [[CHOICE_FIELDS[key].param, values[key]] as const],
  );
  return Object.fromEntries([...numbers, ...choices]);
}

/** A URL parameter with an invalid value, and the value used instead. */
export type AddressFault =
  | { readonly kind: 'number'; readonly key: NumberFieldKey; readonly raw: string; readonly fault: NumberFault }
  | { readonly kind: 'choice'; readonly key: ChoiceKey; readonly raw: string };

export type FieldTexts = Readonly<Record<NumberFieldKey, string>>;

/** The typed texts and the values in use. If a text is invalid, its last valid value is in use. */
export type CalculatorDraft = {
  readonly texts: FieldTexts;
  readonly values: CalculatorValues;
  /** URL parameters that have an invalid value. */
  readonly addressFaults: readonly AddressFault[];
};

const fresh: CalculatorDraft = {
  texts: textsOf(DEFAULT_CALCULATOR_VALUES),
  values: DEFAULT_CALCULATOR_VALUES,
  addressFaults: [],
};

/** Returns the initial calculator state for a URL. */
export function calculatorDraftOf(search: CalculatorSearch): CalculatorDraft {
  const withNumbers = NUMBER_KEYS.reduce((draft, key) => {
    const raw = search[NUMBER_FIELDS[key].param];
    return raw === undefined ? draft : withAddressed(draft, key, String(raw));
  }, fresh);
  return withChoice(withChoice(withNumbers, search, 'staking'), search, 'kelly');
}

function withAddressed(draft: CalculatorDraft, key: NumberFieldKey, raw: string): CalculatorDraft {
  const read = readNumber(key, raw);
  if (typeof read === 'number') return withFieldNumber(draft, key, read);
  return {
    ...withTypedText(draft, key, raw),
    addressFaults: [...draft.addressFaults, { kind: 'number', key, raw, fault: read }],
  };
}

function withChoice(draft: CalculatorDraft, search: CalculatorSearch, key: ChoiceKey): CalculatorDraft {
  const raw = search[CHOICE_FIELDS[key].param];
  if (raw === undefined) return draft;
  const { staking, kelly } = CHOICE_FIELDS;
  const chosenStaking = key === 'staking' ? staking.options.find((option) => option === raw) : undefined;
  const chosenKelly = key === 'kelly' ? kelly.options.find((option) => option === raw) : undefined;
  if (chosenStaking) return { ...draft, values: { ...draft.values, staking: chosenStaking } };
  if (chosenKelly) return { ...draft, values: { ...draft.values, kelly: chosenKelly } };
  return { ...draft, addressFaults: [...draft.addressFaults, { kind: 'choice', key, raw: String(raw) }] };
}

/** Returns the state after the user types a text into a field. */
export function withTypedText(draft: CalculatorDraft, key: NumberFieldKey, text: string): CalculatorDraft {
  const read = readNumber(key, text);
  const values = typeof read === 'number' ? { ...draft.values, [key]: read } : draft.values;
  return { ...draft, texts: { ...draft.texts, [key]: text }, values };
}

/** Returns the state after a field is set to a number. */
export const withFieldNumber = (draft: CalculatorDraft, key: NumberFieldKey, value: number): CalculatorDraft =>
  withTypedText(draft, key, textOf(key, value));

/** Formats a value for its field: money with two decimals, other numbers as short as possible. */
function textOf(key: NumberFieldKey, value: number): string {
  const isMoney = key === 'stake' || key === 'capital';
  return formatForInput(value, isMoney ? 2 : 0);
}

function textsOf(values: CalculatorValues): FieldTexts {
  const text = (key: NumberFieldKey) => textOf(key, values[key]);
  return {
    winRate: text('winRate'),
    payout: text('payout'),
    stake: text('stake'),
    capital: text('capital'),
    trades: text('trades'),
    percent: text('percent'),
    multiplier: text('multiplier'),
    steps: text('steps'),
    streak: text('streak'),
    goal: text('goal'),
    sessions: text('sessions'),
    seed: text('seed'),
  };
}
