/**
 * The allowed range of a number, and its URL parameter (`param`). Percentages and money have the form in which the user
 * types them: 52.5, 10.00.
 */
type NumberField = {
  readonly param: string;
  readonly min: number;
  readonly max: number;
  /** Largest number of digits after the point. */
  readonly decimals: number;
  readonly usual: number;
};

export const NUMBER_FIELDS = {
  winRate: { param: 'acierto', min: 1, max: 99, decimals: 2, usual: 52.5 },
  payout: { param: 'pago', min: 1, max: 300, decimals: 2, usual: 85 },
  stake: { param: 'monto', min: 1, max: 1_000_000, decimals: 2, usual: 10 },
  capital: { param: 'capital', min: 1, max: 10_000_000, decimals: 2, usual: 500 },
  trades: { param: 'operaciones', min: 1, max: 1_000, decimals: 0, usual: 100 },
  percent: { param: 'porcentaje', min: 0.1, max: 100, decimals: 2, usual: 2 },
  multiplier: { param: 'multiplicador', min: 1.1, max: 5, decimals: 2, usual: 2.2 },
  steps: { param: 'pasos', min: 1, max: 8, decimals: 0, usual: 3 },
  streak: { param: 'racha', min: 2, max: 12, decimals: 0, usual: 6 },
  goal: { param: 'meta', min: 0.1, max: 20, decimals: 2, usual: 2 },
  sessions: { param: 'sesiones', min: 1, max: 250, decimals: 0, usual: 20 },
  seed: { param: 'semilla', min: 1, max: 999_999, decimals: 0, usual: 1 },
} as const satisfies Readonly<Record<string, NumberField>>;
export type NumberFieldKey = keyof typeof NUMBER_FIELDS;

/** Staking methods and fractions of the Kelly stake. The first option of each is the default. */
export const CHOICE_FIELDS = {
  staking: { param: 'apuesta', options: ['fijo', 'porcentaje', 'kelly'] },
  kelly: { param: 'kelly', options: ['completo', 'medio', 'cuarto'] },
} as const;
export type ChoiceKey = keyof typeof CHOICE_FIELDS;
export type StakingChoice = (typeof CHOICE_FIELDS.staking.options)[number];
export type KellyChoice = (typeof CHOICE_FIELDS.kelly.options)[number];

export const NUMBER_KEYS: readonly NumberFieldKey[] = [
  'winRate',
  'payout',
  'stake',
  'capital',
  'trades',
  'percent',
  'multiplier',
  'steps',
  'streak',
  'goal',
  'sessions',
  'seed',
];

/** The numbers and choices that the calculator uses. */
export type CalculatorValues = Readonly<Record<NumberFieldKey, number>> & {
  readonly staking: StakingChoice;
  readonly kelly: KellyChoice;
};

export type NumberFault = 'not_a_number' | 'too_many_decimals' | 'out_of_range';

/** Parses a typed number. Both comma and point are decimal marks. The function neither rounds nor clamps the number. */
export function readNumber(key: NumberFieldKey, text: string): number | NumberFault {
  const { min, max, decimals } = NUMBER_FIELDS[key];
  const match = /^\d{1,9}(?:[.,](\d*))?$/.exec(text.trim());
  if (!match) return 'not_a_number';
  if ((match[1]?.length ?? 0) > decimals) return 'too_many_decimals';
  const number = Number(text.trim().replace(',', '.'));
  return number < min || number > max ? 'out_of_range' : number;
}

export const DEFAULT_CALCULATOR_VALUES: CalculatorValues = {
  winRate: NUMBER_FIELDS.winRate.usual,
  payout: NUMBER_FIELDS.payout.usual,
  stake: NUMBER_FIELDS.stake.usual,
  capital: NUMBER_FIELDS.capital.usual,
  trades: NUMBER_FIELDS.trades.usual,
  percent: NUMBER_FIELDS.percent.usual,
  multiplier: NUMBER_FIELDS.multiplier.usual,
  steps: NUMBER_FIELDS.steps.usual,
  streak: NUMBER_FIELDS.streak.usual,
  goal: NUMBER_FIELDS.goal.usual,
  sessions: NUMBER_FIELDS.sessions.usual,
  seed: NUMBER_FIELDS.seed.usual,
  staking: 'fijo',
  kelly: 'completo',
};
