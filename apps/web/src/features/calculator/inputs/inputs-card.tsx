import { kellyFraction } from '@vigia/core/calculator';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { RefreshCw, Scale, TrendingUp, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney, formatPayout, formatPercent } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { Note } from '#shared/ui/note.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { calculatorMessages as words } from '../messages.es.ts';
import { type CalculatorValues, CHOICE_FIELDS, type KellyChoice, type StakingChoice } from '../model/fields.ts';
import { expectationOf, firstStake, toOdds } from '../model/results.ts';
import { NumberField, type NumberFieldEditing } from './number-field.tsx';
import { OwnWinRate } from './own-win-rate.tsx';

const STAKING_OPTIONS = CHOICE_FIELDS.staking.options.map((value) => ({ value, label: words.staking[value] }));
const KELLY_OPTIONS = CHOICE_FIELDS.kelly.options.map((value) => ({ value, label: words.kelly[value] }));
const { units } = words;

type InputsCardProps = NumberFieldEditing & {
  readonly onStaking: (choice: StakingChoice) => void;
  readonly onKelly: (choice: KellyChoice) => void;
  readonly onRate: (fraction: number) => void;
  readonly onReset: () => void;
};

export function InputsCard({ draft, onType, onStaking, onKelly, onRate, onReset }: InputsCardProps) {
  const { values } = draft;
  const editing = { draft, onType };
  return (
    <Card
      aria-label={words.inputs}
      className="grid content-start gap-4 p-4 lg:row-span-2 lg:[@media(min-height:860px)]:sticky lg:[@media(min-height:860px)]:top-[calc(var(--header)+16px)]"
    >
      <div className="flex items-center justify-between gap-2">
        <h2>{words.inputs}</h2>
        <Button size="sm" variant="ghost" onClick={onReset}>
          <RefreshCw size={14} aria-hidden />
          {words.reset}
        </Button>
      </div>
      <NumberField {...editing} of="winRate" unit={units.percent} hint={<OwnWinRate onUse={onRate} />} />
      <NumberField {...editing} of="payout" unit={units.percent} />
      <NumberField
        {...editing}
        of="stake"
        unit={units.money}
        hint={values.staking === 'fijo' ? undefined : words.stakeHint}
      />
      <NumberField {...editing} of="capital" unit={units.money} />
      <NumberField {...editing} of="trades" />
      <Choice label={words.labels.staking}>
        <Segmented
          label={words.labels.staking}
          value={values.staking}
          options={STAKING_OPTIONS}
          onChange={onStaking}
          className="w-full"
        />
      </Choice>
      {values.staking === 'porcentaje' && (
        <NumberField {...editing} of="percent" unit={units.percent} hint={<FirstStake values={values} />} />
      )}
      {values.staking === 'kelly' && (
        <Choice
          label={words.labels.kelly}
          hint={
            <>
              {words.kellySays(formatPercent(kellyFraction(toOdds(values))))} <FirstStake values={values} />
            </>
          }
        >
          <Segmented
            label={words.labels.kelly}
            value={values.kelly}
            options={KELLY_OPTIONS}
            onChange={onKelly}
            className="w-full"
          />
        </Choice>
      )}
      <VerdictNote values={values} />
    </Card>
  );
}

type ChoiceProps = { readonly label: string; readonly hint?: ReactNode; readonly children: ReactNode };

const Choice = ({ label, hint, children }: ChoiceProps) => (
  <div className="grid gap-1.5">
    <span className="text-13 font-medium text-fg-2" aria-hidden>
      {label}
    </span>
    {children}
    {hint && <p className="text-12 text-fg-3">{hint}</p>}
  </div>
);

function FirstStake({ values }: { readonly values: CalculatorValues }) {
  const stake = firstStake(values);
  return stake === null ? words.noFirstStake : words.firstStake(formatMoney(stake, PAPER_CURRENCY));
}

/** Shows a summary of the results in one sentence. */
function VerdictNote({ values }: { readonly values: CalculatorValues }) {
  const { verdict } = words;
  const { perTrade } = expectationOf(values);
  const stake = formatMoney(values.stake, PAPER_CURRENCY);
  const amount = formatMoney(Math.abs(perTrade), PAPER_CURRENCY);
  const share = perTrade / values.stake;
  if (Math.abs(share) < 1e-9) {
    return (
      <Note icon={Scale}>
        <Verdict title={verdict.even} text={verdict.evenText} />
      </Note>
    );
  }
  if (share > 0) {
    return (
      <Note icon={TrendingUp}>
        <Verdict title={verdict.winning(amount, stake)} text={verdict.winningText} />
      </Note>
    );
  }
  const rate = formatPercent(values.winRate / 100);
  return (
    <Note icon={TriangleAlert} tone="warn">
      <Verdict
        title={verdict.losing}
        text={verdict.losingText(rate, formatPayout(values.payout / 100), stake, amount)}
      />
    </Note>
  );
}

const Verdict = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <p role="status">
    <b>{title}</b> {text}
  </p>
);
