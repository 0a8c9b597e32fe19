import type { RiskControl } from '@vigia/core/pcr';
import {
  BET_TYPES,
  type BetType,
  type Currency,
  MONEY_RANGES,
  type MoneyManagement,
  type NumberRange,
} from '@vigia/core/vocabulary';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { AccountField } from '../../money/account-field.tsx';
import { type StakeSliderRange, stakeSliderRange } from '../../money/amount-track.ts';
import type { AutomationMoney } from '../../money/automation-accounts.ts';
import { LadderCard } from '../../money/ladder-card.tsx';
import { stakeMessages } from '../../money/stake.es.ts';
import { errorAtPath } from '../model/field-errors.ts';
import { AdvancedSettings } from './advanced-settings.tsx';
import type { EditorStepProps } from './edit.ts';
import { editorMessages } from './messages.es.ts';
import { ResetFields } from './reset-fields.tsx';
import { type DraftSlider, DraftSliders, OptionalSlider } from './sliders.tsx';
import { StepSetting } from './step.tsx';

const words = editorMessages.steps.money;
const { percent } = editorMessages.steps.sequence;
const BET_OPTIONS = BET_TYPES.map((type) => ({ value: type, label: stakeMessages.betTypes[type] }));

const LIMIT = { min: 1, step: 1 } as const;
/**
 * The sliders of the amounts at which automatic trading stops. `start` and `max` are multiples of the largest stake on
 * the slider.
 */
const DAILY_LOSS = { key: 'dailyLossLimit', label: words.dailyLoss, start: 0.5, max: 5 } as const;
const MORE_LIMITS = [
  { key: 'weeklyLossLimit', label: words.weeklyLoss, start: 1.5, max: 10 },
  { key: 'dailyProfitTarget', label: words.dailyProfit, start: 0.5, max: 5 },
] as const;
const ADVANCED = ['maxDailyOperations', 'weeklyLossLimit', 'dailyProfitTarget', 'resetTime', 'autoReset'] as const;

type StakeKey = 'fixedAmount' | 'percent' | 'multiplier' | 'steps';
const trackOf = ({ min, max }: NumberRange) => ({ min, max });
/** Returns the sliders for the numbers of all types of stake. */
const stakeSliders = (currency: Currency, track: StakeSliderRange): readonly DraftSlider<StakeKey>[] => [
  { key: 'fixedAmount', label: stakeMessages.fixedAmount, suffix: currency, ...track },
  { key: 'percent', label: stakeMessages.percent, suffix: percent, ...trackOf(MONEY_RANGES.percent), step: 0.1 },
  { key: 'multiplier', label: stakeMessages.multiplier, ...trackOf(MONEY_RANGES.multiplier), step: 0.1 },
  { key: 'steps', label: stakeMessages.steps, ...trackOf(MONEY_RANGES.steps), step: 1 },
];

/** The setup whose account the user can choose. Null if the setup is new. */
export type AccountOwner = { readonly id: string; readonly name: string } | null;

type MoneyStepProps = EditorStepProps & {
  /** Payout of the asset as a fraction. Null while unknown. */
  readonly payout: number | null;
  readonly owner: AccountOwner;
  /** The account on which the setup trades. All amounts are in the currency of this account. */
  readonly account: AutomationMoney;
};

/** The step of the editor for automatic trading, the stake and the limits. */
export function MoneyStep({ draft, change, errors, payout, owner, account }: MoneyStepProps) {
  const { auto_trade: autoTrade, moneyManagement: money, riskControl: risk } = draft;
  const { currency } = account;
  const track = stakeSliderRange(account);
  const setRisk = (changes: Partial<RiskControl>) => change({ riskControl: { ...risk, ...changes } });
  const wrongRisk = (key: keyof RiskControl) => errorAtPath(errors, `riskControl.${key}`);
  const limits = { risk, track, currency, onChange: setRisk, wrong: wrongRisk };
  return (
    <>
      <div className="grid gap-2 rounded-control border border-line bg-raised p-3">
        <StepSetting label={words.autoTrade}>
          <Switch label={words.autoTrade} checked={autoTrade} onChange={(on) => change({ auto_trade: on })} />
        </StepSetting>
        <p className="text-12 text-fg-2">{autoTrade ? words.autoTradeOn : words.autoTradeOff}</p>
      </div>
      <AccountField kind="pcr" owner={owner} account={account} />
      <div className="grid gap-2">
        <span className="text-13 text-fg-2">{stakeMessages.betType}</span>
        <Segmented
          label={stakeMessages.betType}
          value={money.betType}
          options={BET_OPTIONS}
          onChange={(betType) => change({ moneyManagement: fresh(betType, money) })}
        />
      </div>
      {money.betType === 'martingale' && (
        <LadderCard money={money} asset={draft.asset} payout={payout} broker={account.account.broker} />
      )}
      <DraftSliders
        of={stakeSliders(currency, track)}
        values={money}
        onChange={(key, value) => change({ moneyManagement: { ...money, [key]: value } })}
        wrong={(key) => errorAtPath(errors, `moneyManagement.${key}`)}
      />
      <AmountLimit limit={DAILY_LOSS} {...limits} />
      <AdvancedSettings isFaulty={ADVANCED.some((key) => wrongRisk(key) !== undefined)}>
        <OptionalSlider
          {...LIMIT}
          switchLabel={words.operations}
          label={words.operationsPerDay}
          value={risk.maxDailyOperations === 'all' ? null : risk.maxDailyOperations}
          start={10}
          max={50}
          onChange={(limit) => setRisk({ maxDailyOperations: limit ?? 'all' })}
          error={wrongRisk('maxDailyOperations')}
        />
        {MORE_LIMITS.map((limit) => (
          <AmountLimit key={limit.key} limit={limit} {...limits} />
        ))}
        <ResetFields risk={risk} onChange={setRisk} error={wrongRisk('resetTime') ?? wrongRisk('autoReset')} />
      </AdvancedSettings>
    </>
  );
}

/**
 * Returns the initial rules for a newly chosen type of stake. If both types have a fixed amount, the amount is kept.
 */
function fresh(betType: BetType, before: MoneyManagement): MoneyManagement {
  const fixedAmount = before.betType === 'percent' ? MONEY_RANGES.fixedAmount.default : before.fixedAmount;
  switch (betType) {
    case 'fixed':
      return { betType, fixedAmount };
    case 'percent':
      return { betType, percent: MONEY_RANGES.percent.default };
    case 'martingale':
      return { betType, fixedAmount, multiplier: MONEY_RANGES.multiplier.default, steps: MONEY_RANGES.steps.default };
  }
}

type AmountLimitProps = {
  readonly limit: typeof DAILY_LOSS | (typeof MORE_LIMITS)[number];
  readonly risk: RiskControl;
  readonly track: StakeSliderRange;
  readonly currency: Currency;
  readonly onChange: (changes: Partial<RiskControl>) => void;
  readonly wrong: (key: keyof RiskControl) => string | undefined;
};

const AmountLimit = ({
  limit: { key, label, start, max },
  risk,
  track,
  currency,
  onChange,
  wrong,
}: AmountLimitProps) => (
  <OptionalSlider
    {...track}
    label={label}
    start={start * track.max}
    max={max * track.max}
    suffix={currency}
    value={risk[key]}
    onChange={(value) => onChange({ [key]: value })}
    error={wrong(key)}
  />
);
