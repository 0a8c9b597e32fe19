import type { StrategyNumber, StrategyParameters, StrategyType } from '@vigia/core/strategy-definitions';

/** Parameters that every strategy type has. Their texts are the same for all types. */
type CommonParameter =
  | 'trade_amount'
  | 'duration'
  | 'duration_seconds'
  | 'duration_ticks'
  | 'gates'
  | 'limits'
  | 'stake_plan'
  | 'call'
  | 'put';
type OwnParameter<Type extends StrategyType> = Exclude<keyof StrategyParameters[Type], CommonParameter> & string;
type OwnNumber<Type extends StrategyType> = Extract<OwnParameter<Type>, StrategyNumber>;
type OwnChoice<Type extends StrategyType> = Exclude<OwnParameter<Type>, StrategyNumber>;

/** The Spanish texts of one strategy type. */
export type StrategyTexts<Type extends StrategyType = StrategyType> = {
  readonly name: string;
  /** Short name for narrow places; at most 12 characters. */
  readonly shortName: string;
  /** Description of when the strategy signals a CALL and when a PUT. */
  readonly explained: string;
  readonly labels: Readonly<Record<OwnParameter<Type>, string>>;
  /** Units of the parameters that have one. */
  readonly units: Readonly<Partial<Record<OwnNumber<Type>, string>>>;
  /** Labels of the choices of a parameter. */
  readonly choices: {
    readonly [Key in OwnChoice<Type>]: { readonly [Word in StrategyParameters[Type][Key] & string]: string };
  };
  /**
   * Message if the first of two numbers, such as the fast and the slow period, is not below the second one; null if the
   * type has no such pair.
   */
  readonly notAscending: string | null;
  /** Short form of the rules. `of` returns the value of a parameter as text. */
  readonly inWords: (of: (name: OwnParameter<Type>) => string) => string;
};
