import type { RiskControl } from '@vigia/core/pcr';
import type { MoneyManagement } from '@vigia/core/vocabulary';
import { BET_TYPES, type BetType, MONEY_RANGES, TIME_OF_DAY } from '@vigia/core/vocabulary';
import { TextField } from '#shared/ui/field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { SliderField } from '#shared/ui/slider.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { errorAt } from '../model/field-errors.ts';
import type { StepProps } from './edit.ts';
import { LadderCard } from './ladder-card.tsx';
import { editorMessages } from './messages.es.ts';
import { Row } from './step.tsx';

const words = editorMessages.steps.money;
const BET_OPTIONS = BET_TYPES.map((type) => ({ value: type, label: words.betTypes[type] }));
const RESETS = ['daily', 'weekly', 'time'] as const;
const RESET_OPTIONS = RESETS.map((reset) => ({ value: reset, label: words.resets[reset] }));

/** Initial values of new limits, and the ends of the sliders. Larger values can be typed. */
const FRESH = { operations: 10, dailyLoss: 50, weeklyLoss: 150, resetTime: '00:00' } as const;
const TRACK = { amount: 100, operations: 50, loss: 500 } as const;

type MoneyStepProps = StepProps & {
  /** A fraction; null while unknown. */
  readonly payout: number | null;
};

/** Whether the setup trades automatically, its stake, and its limits. */
export function MoneyStep({ draft, change, errors, payout }: MoneyStepProps) {
  const { auto_trade: autoTrade, moneyManagement: money, riskControl: risk } = draft;
  const setRisk = (changes: Partial<RiskControl>) => change({ riskControl: { ...risk, ...changes } });
  return (
    <>
      <div className="grid gap-2 rounded-control border border-line bg-raised p-3">
        <Row label={words.autoTrade}>
          <Switch label={words.autoTrade} checked={autoTrade} onChange={(on) => change({ auto_trade: on })} />
        </Row>
        <p className="text-12 text-fg-2">{autoTrade ? words.autoTradeOn : words.autoTradeOff}</p>
      </div>
      <div className="grid gap-2">
        <span className="text-13 text-fg-2">{words.betType}</span>
        <Segmented
          label={words.betType}
          value={money.betType}
          options={BET_OPTIONS}
          onChange={(betType) => change({ moneyManagement: fresh(betType, money) })}
        />
      </div>
      {money.betType === 'martingale' && <LadderCard money={money} asset={draft.asset} payout={payout} />}
      <BetFields
        money={money}
        onChange={(changed) => change({ moneyManagement: changed })}
        wrong={(key) => errorAt(errors, `moneyManagement.${key}`)}
      />
      <Limit
        label={words.operations}
        fieldLabel={words.operationsPerDay}
        value={risk.maxDailyOperations === 'all' ? null : risk.maxDailyOperations}
        fresh={FRESH.operations}
        max={TRACK.operations}
        onChange={(limit) => setRisk({ maxDailyOperations: limit ?? 'all' })}
        error={errorAt(errors, 'riskControl.maxDailyOperations')}
      />
      <Limit
        label={words.dailyLoss}
        suffix={words.usd}
        value={risk.dailyLossLimit}
        fresh={FRESH.dailyLoss}
        max={TRACK.loss}
        onChange={(dailyLossLimit) => setRisk({ dailyLossLimit })}
        error={errorAt(errors, 'riskControl.dailyLossLimit')}
      />
      <Limit
        label={words.weeklyLoss}
        suffix={words.usd}
        value={risk.weeklyLossLimit}
        fresh={FRESH.weeklyLoss}
        max={2 * TRACK.loss}
        onChange={(weeklyLossLimit) => setRisk({ weeklyLossLimit })}
        error={errorAt(errors, 'riskControl.weeklyLossLimit')}
      />
      <ResetFields
        risk={risk}
        onChange={setRisk}
        error={errorAt(errors, 'riskControl.resetTime') ?? errorAt(errors, 'riskControl.autoReset')}
      />
    </>
  );
}

/** Carries the known values over to the new bet type. */
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

type BetFieldsProps = {
  readonly money: MoneyManagement;
  readonly onChange: (money: MoneyManagement) => void;
  readonly wrong: (key: string) => string | undefined;
};

function BetFields({ money, onChange, wrong }: BetFieldsProps) {
  if (money.betType === 'percent') {
    const { min, max } = MONEY_RANGES.percent;
    return (
      <SliderField
        label={words.percent}
        suffix={editorMessages.steps.sequence.percent}
        value={money.percent}
        min={min}
        max={max}
        step={0.1}
        onChange={(percent) => onChange({ ...money, percent })}
        error={wrong('percent')}
      />
    );
  }
  return (
    <>
      <SliderField
        label={words.fixedAmount}
        suffix={words.usd}
        value={money.fixedAmount}
        min={1}
        max={TRACK.amount}
        step={1}
        onChange={(fixedAmount) => onChange({ ...money, fixedAmount })}
        error={wrong('fixedAmount')}
      />
      {money.betType === 'martingale' && (
        <>
          <SliderField
            label={words.multiplier}
            value={money.multiplier}
            min={MONEY_RANGES.multiplier.min}
            max={MONEY_RANGES.multiplier.max}
            step={0.1}
            onChange={(multiplier) => onChange({ ...money, multiplier })}
            error={wrong('multiplier')}
          />
          <SliderField
            label={words.steps}
            value={money.steps}
            min={MONEY_RANGES.steps.min}
            max={MONEY_RANGES.steps.max}
            step={1}
            onChange={(steps) => onChange({ ...money, steps })}
            error={wrong('steps')}
          />
        </>
      )}
    </>
  );
}

type LimitProps = {
  readonly label: string;
  /** Accessible name of the number, if it differs from that of the switch. */
  readonly fieldLabel?: string;
  readonly suffix?: string;
  /** null: no limit. */
  readonly value: number | null;
  readonly fresh: number;
  readonly max: number;
  readonly onChange: (value: number | null) => void;
  readonly error: string | undefined;
};

const Limit = ({ label, fieldLabel = label, suffix, value, fresh: start, max, onChange, error }: LimitProps) => (
  <div className="grid gap-2">
    <Row label={label}>
      <Switch label={label} checked={value !== null} onChange={(on) => onChange(on ? start : null)} />
    </Row>
    {value !== null && (
      <SliderField
        label={fieldLabel}
        {...(suffix !== undefined && { suffix })}
        value={value}
        min={1}
        max={max}
        step={1}
        onChange={onChange}
        error={error}
      />
    )}
  </div>
);

type ResetFieldsProps = {
  readonly risk: RiskControl;
  readonly onChange: (changes: Partial<RiskControl>) => void;
  readonly error: string | undefined;
};

function ResetFields({ risk: { resetTime, autoReset }, onChange, error }: ResetFieldsProps) {
  const chosen = resetTime === 'daily' || resetTime === 'weekly' ? resetTime : 'time';
  return (
    <>
      <Row label={words.reset}>
        <Segmented
          label={words.reset}
          value={chosen}
          options={RESET_OPTIONS}
          onChange={(reset) => onChange({ resetTime: reset === 'time' ? FRESH.resetTime : reset })}
        />
      </Row>
      {chosen === 'time' && (
        <TextField
          label={words.resetTime}
          error={error}
          type="time"
          value={TIME_OF_DAY.test(resetTime) ? resetTime : FRESH.resetTime}
          onChange={(event) => onChange({ resetTime: event.target.value })}
        />
      )}
      <Row label={words.autoReset}>
        <Switch label={words.autoReset} checked={autoReset} onChange={(on) => onChange({ autoReset: on })} />
      </Row>
    </>
  );
}
