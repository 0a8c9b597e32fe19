import { StakePlanBody } from '@vigia/contract';
import { exponentOf } from '@vigia/core/money';
import { moneyManagementOf, STAKE_PLAN_RANGES, type StakePlanChoice } from '@vigia/core/strategy-definitions';
import { BET_TYPES, type BetType } from '@vigia/core/vocabulary';
import { Segmented } from '#shared/ui/segmented.tsx';
import type { AutomationMoney } from '../../money/automation-accounts.ts';
import { LadderCard } from '../../money/ladder-card.tsx';
import { stakeMessages as words } from '../../money/stake.es.ts';
import { type FormErrors, type FormValues, parameterPath, typedStakeOf } from './form-values.ts';
import { NumberField } from './number-field.tsx';
import { RuleNumber } from './rules/rule-number.tsx';
import { type StakeRange, stakeFaultIn, stakeRangeText } from './stake-range.ts';

const OPTIONS = BET_TYPES.map((type) => ({ value: type, label: words.betTypes[type] }));
const { percent: PERCENT, martingale: MARTINGALE } = STAKE_PLAN_RANGES;

/** Initial stake plan for each type of stake. Null for a fixed amount. */
const FRESH: Readonly<Record<BetType, StakePlanChoice | null>> = {
  fixed: null,
  percent: { plan: 'percent', percent: PERCENT.percent.default },
  martingale: { plan: 'martingale', multiplier: MARTINGALE.multiplier.default, steps: MARTINGALE.steps.default },
};

type StakeFieldsProps = {
  readonly values: FormValues;
  readonly faults: FormErrors;
  /** Payout of the strategy's trades as a fraction. Null while unknown. */
  readonly payout: number | null;
  readonly account: AutomationMoney;
  readonly stakes: StakeRange;
  readonly onChange: (part: Partial<FormValues>) => void;
};

/** Shows how the strategy sizes its stakes: a fixed amount, a percentage of the balance, or a martingale. */
export function StakeFields({ values, faults, payout, account, stakes, onChange }: StakeFieldsProps) {
  const { stakePlan: plan } = values;
  const { currency } = account;
  const { broker } = account.account;
  const setPlan = (stakePlan: StakePlanChoice) => onChange({ stakePlan });
  const error = (name: string) => faults[parameterPath(`stake_plan.${name}`)];
  const amount = typedStakeOf(values);
  const money = moneyManagementOf({ trade_amount: amount ?? 0, ...(plan && { stake_plan: plan }) });
  // The card with the cost of the martingale waits for valid numbers, because the server refuses a martingale with
  // invalid numbers.
  const isReady =
    stakeFaultIn(values.numbers['trade_amount'] ?? '', stakes) === null && StakePlanBody.safeParse(plan).success;
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <span className="text-13 font-medium text-fg-2">{words.betType}</span>
        <Segmented
          label={words.betType}
          value={plan?.plan ?? 'fixed'}
          options={OPTIONS}
          onChange={(type) => onChange({ stakePlan: FRESH[type] })}
        />
      </div>
      {plan?.plan === 'percent' ? (
        <RuleNumber
          label={words.percent}
          unit="%"
          range={PERCENT.percent}
          value={plan.percent}
          error={error('percent')}
          onChange={(percent) => setPlan({ ...plan, percent })}
        />
      ) : (
        <NumberField
          values={values}
          faults={faults}
          onChange={onChange}
          name="trade_amount"
          hint={stakeRangeText(stakes)}
          unit={currency}
          isWhole={exponentOf(currency) === 0}
        />
      )}
      {plan?.plan === 'martingale' && (
        <>
          <div className="grid grid-cols-2 items-start gap-3">
            <RuleNumber
              label={words.multiplier}
              range={MARTINGALE.multiplier}
              value={plan.multiplier}
              error={error('multiplier')}
              onChange={(multiplier) => setPlan({ ...plan, multiplier })}
            />
            <RuleNumber
              label={words.steps}
              range={MARTINGALE.steps}
              value={plan.steps}
              error={error('steps')}
              onChange={(steps) => setPlan({ ...plan, steps })}
            />
          </div>
          {money.betType === 'martingale' && isReady && (
            <LadderCard money={money} asset={values.asset} payout={payout} broker={broker} />
          )}
        </>
      )}
    </div>
  );
}
