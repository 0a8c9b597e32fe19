import { formatForInput } from '#shared/lib/format.ts';
import {
  CHOICE_FIELDS,
  type ChoiceKey,
  NUMBER_FIELDS,
  NUMBER_KEYS,
  type NumberFault,
  type NumberKey,
  readNumber,
  USUAL_VALUES,
  type Values,
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
export function searchOf(values: Values): CalculatorSearch {
  const numbers = NUMBER_KEYS.flatMap((key) =>
    values[key] === USUAL_VALUES[key] ? [] : [[NUMBER_FIELDS[key].param, values[key]] as const],
  );
  const choices = (['staking', 'kelly'] as const).flatMap((key) =>
    values[key] === USUAL_VALUES[key] ? [] : [[CHOICE_FIELDS[key].param, values[key]] as const],
  );
  return Object.fromEntries([...numbers, ...choices]);
}

/** A URL parameter with an invalid value, and the value used instead. */
export type AddressFault =
  | { readonly kind: 'number'; readonly key: NumberKey; readonly raw: string; readonly fault: NumberFault }
  | { readonly kind: 'choice'; readonly key: ChoiceKey; readonly raw: string };

export type Texts = Readonly<Record<NumberKey, string>>;

/** The typed texts and the values in use. If a text is invalid, its last valid value is in use. */
export type Draft = {
  readonly texts: Texts;
  readonly values: Values;
  /** URL parameters that have an invalid value. */
  readonly addressFaults: readonly AddressFault[];
};

const fresh: Draft = { texts: textsOf(USUAL_VALUES), values: USUAL_VALUES, addressFaults: [] };

/** Returns the initial calculator state for a URL. */
export function draftOf(search: CalculatorSearch): Draft {
  const withNumbers = NUMBER_KEYS.reduce((draft, key) => {
    const raw = search[NUMBER_FIELDS[key].param];
    return raw === undefined ? draft : withAddressed(draft, key, String(raw));
  }, fresh);
  return withChoice(withChoice(withNumbers, search, 'staking'), search, 'kelly');
}

function withAddressed(draft: Draft, key: NumberKey, raw: string): Draft {
  const read = readNumber(key, raw);
  if (typeof read === 'number') return withNumber(draft, key, read);
  return {
    ...withText(draft, key, raw),
    addressFaults: [...draft.addressFaults, { kind: 'number', key, raw, fault: read }],
  };
}

function withChoice(draft: Draft, search: CalculatorSearch, key: ChoiceKey): Draft {
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
export function withText(draft: Draft, key: NumberKey, text: string): Draft {
  const read = readNumber(key, text);
  const values = typeof read === 'number' ? { ...draft.values, [key]: read } : draft.values;
  return { ...draft, texts: { ...draft.texts, [key]: text }, values };
}

/** Returns the state after a field is set to a number. */
export const withNumber = (draft: Draft, key: NumberKey, value: number): Draft =>
  withText(draft, key, textOf(key, value));

/** Formats a value for its field: money with two decimals, other numbers as short as possible. */
function textOf(key: NumberKey, value: number): string {
  const isMoney = key === 'stake' || key === 'capital';
  return formatForInput(value, isMoney ? 2 : 0);
}

function textsOf(values: Values): Texts {
  const text = (key: NumberKey) => textOf(key, values[key]);
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
