import type { RuleSide } from '@vigia/core/rule-definitions';
import {
  CANDLE_BASED_TYPES,
  completeRules,
  definitionOf,
  type Gates,
  type OwnLimits,
  STRATEGY_TYPES,
  type StakePlanChoice,
  type StrategyRules,
  type StrategyType,
} from '@vigia/core/strategy-definitions';
import { DEFAULT_SYMBOL, DEFAULT_TIMEFRAME, STRATEGY_STATUSES, TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, storedTextSchema } from './common.ts';
import { type InputFault, inputFaultsOf } from './errors/faults.ts';
import { validationMessage } from './errors/validation-messages.es.ts';
import { GatesBody } from './gates.ts';
import { LENGTH_FAULT } from './lengths.ts';
import { numberFieldsOf } from './number-range.ts';
import { OwnLimitsBody } from './own-limits.ts';
import { hasRules, NO_RULES_FAULT, OWN_RULES, type RuleSideInput } from './own-rules.ts';
import { namesRuleLength, RULE_DURATION } from './rule-lengths.ts';
import { StakePlanBody } from './stake-plan.ts';
import { STRATEGY_WORDS, type StrategyTexts } from './strategy-words/index.ts';

type Simple = number | string | null | undefined;

/** Parameters of any strategy type in a request. The duration is in one of three fields, or in none. */
type Parameters<Side, Gated, Limits, Plan> = {
  readonly [name: string]: Simple | Side | Gated | Limits | Plan;
  readonly duration?: number | null | undefined;
  readonly duration_seconds?: number | null | undefined;
  readonly duration_ticks?: number | null | undefined;
  readonly call?: Side | null | undefined;
  readonly put?: Side | null | undefined;
  readonly gates?: Gated | undefined;
  readonly limits?: Limits | undefined;
  readonly stake_plan?: Plan | null | undefined;
};
type GivenParameters = Parameters<RuleSide, Gates, OwnLimits, StakePlanChoice>;
type ParametersSchema = z.ZodType<
  GivenParameters,
  Parameters<RuleSideInput, z.input<typeof GatesBody>, z.input<typeof OwnLimitsBody>, z.input<typeof StakePlanBody>>
>;

const wordsOf = (type: StrategyType): Pick<StrategyTexts, 'notAscending'> => STRATEGY_WORDS[type];

/** Builds the schema of a type's parameters from its definition. Missing parameters have their defaults. */
function parametersOf(type: StrategyType): ParametersSchema {
  const definition = definitionOf(type);
  const choices = Object.entries(definition.choices).map(
    ([key, words]) => [key, z.enum(words).default(words[0])] as const,
  );
  const shape = {
    ...numberFieldsOf(definition.numbers),
    ...RULE_DURATION,
    ...Object.fromEntries(choices),
    ...(definition.hasOwnRules && OWN_RULES),
    gates: GatesBody.optional(),
    limits: OwnLimitsBody.optional(),
    stake_plan: StakePlanBody.nullable().optional(),
  };
  const error = wordsOf(type).notAscending ?? undefined;
  // The cast is needed because the shape is built from the definition: the compiler does not know the names of the
  // parameters.
  const whole = z
    .strictObject(shape)
    .refine(namesRuleLength, LENGTH_FAULT)
    .refine((given) => !definition.hasOwnRules || hasRules(given), NO_RULES_FAULT) as unknown as ParametersSchema;
  return definition.ascending.reduce<ParametersSchema>(
    (schema, [lower, higher]) =>
      schema.refine((given) => Number(given[lower]) < Number(given[higher]), { path: [lower], error }),
    whole,
  );
}

/** Builds one variant of a union for each of these strategy types. */
function variants<Type extends StrategyType, Variant>(
  [first, ...others]: readonly [Type, ...Type[]],
  build: (type: Type) => Variant,
): readonly [Variant, ...Variant[]] {
  return [build(first), ...others.map(build)];
}

const rulesFor = (type: StrategyType) => z.object({ type: z.literal(type), parameters: parametersOf(type) });

/** A strategy's rules: its type and the parameters of this type. */
const StrategyRulesBody = z.discriminatedUnion('type', variants(STRATEGY_TYPES, rulesFor));

/** Rules that find their signals on candles, so that they can be tested on history. */
export const CandleBasedRulesBody = z.discriminatedUnion('type', variants(CANDLE_BASED_TYPES, rulesFor));

/**
 * Parses `{ type, parameters }` of a strategy with the schema of the API. A missing parameter gets its default.
 * @returns the rules in their normalized form, or every fault with its path in the parameters
 */
export function readStrategyRules(
  input: unknown,
):
  | { readonly ok: true; readonly value: StrategyRules }
  | { readonly ok: false; readonly error: readonly InputFault[] } {
  const parsed = StrategyRulesBody.safeParse(input, { error: validationMessage });
  if (!parsed.success) return { ok: false, error: inputFaultsOf(parsed.error.issues).map(inParameters) };
  const { type, parameters } = parsed.data;
  return { ok: true, value: completeRules(type, parameters) };
}

/** Returns a fault with its path in the parameters, such as `fast` or `call.conditions.0.left`. */
const inParameters = ({ path, message }: InputFault): InputFault => ({
  path: path.replace(/^parameters[.]?/, ''),
  message,
});

const REST = {
  name: storedTextSchema('line').min(1).max(80),
  description: storedTextSchema('paragraphs').max(500).nullable().default(null),
  asset: AssetSymbol.default(DEFAULT_SYMBOL),
  timeframe: z.enum(TIMEFRAMES).default(DEFAULT_TIMEFRAME),
  auto_trade: z.boolean().default(false),
  status: z.enum(STRATEGY_STATUSES).default('inactive'),
} as const;

/** Body of `POST /api/v1/strategies` and of `PUT /api/v1/strategies/{id}`, which replaces the whole strategy. */
export const StrategyBody = z.discriminatedUnion(
  'type',
  variants(STRATEGY_TYPES, (type) =>
    z.strictObject({ ...REST, type: z.literal(type), parameters: parametersOf(type).prefault({}) }),
  ),
);
export type StrategyBody = z.infer<typeof StrategyBody>;
/** Input of a strategy, from which a client may omit fields that have a default. */
export type StrategyInput = z.input<typeof StrategyBody>;

/** Body of `POST /api/v1/strategies/{id}/status`. */
export const StrategyStatusBody = z.strictObject({ status: z.enum(STRATEGY_STATUSES) });

export const StrategyParams = z.object({ id: z.uuid() });
