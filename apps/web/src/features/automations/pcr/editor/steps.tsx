import { formatLength } from '@vigia/core/trades';
import type { Currency } from '@vigia/core/vocabulary';
import type { ComponentProps } from 'react';
import { formatDecimal } from '#shared/lib/format.ts';
import { Card } from '#shared/ui/card.tsx';
import { TextField } from '#shared/ui/field.tsx';
import type { AutomationMoney } from '../../money/automation-accounts.ts';
import { moneySummary } from '../model/describe.ts';
import { lengthOfDraft, type SetupDraft } from '../model/draft.ts';
import { errorAt, STEPS, type Step, stepOf } from '../model/field-errors.ts';
import type { StepProps } from './edit.ts';
import { EntryStep } from './entry-step.tsx';
import { FiltersStep } from './filters-step.tsx';
import { ENTRY_POINT_NAMES, editorMessages, FILTER_TITLES } from './messages.es.ts';
import { type AccountOwner, MoneyStep } from './money-step.tsx';
import { SequenceStep } from './sequence-step.tsx';
import { StepSection } from './step.tsx';
import { ZoneStep } from './zone-step.tsx';

const words = editorMessages.steps;

type StepsProps = StepProps & {
  readonly payout: number | null;
  readonly owner: AccountOwner;
  readonly account: AutomationMoney;
  readonly open: readonly Step[];
  readonly onToggle: (step: Step) => void;
};

/** Shows the name and the five steps of a setup. */
export function Steps({ open, onToggle, payout, owner, account, ...step }: StepsProps) {
  const { draft, change, errors } = step;
  const faulty = new Set(Object.keys(errors).map(stepOf));
  return (
    <Card>
      <div className="border-b border-line p-4">
        <TextField
          label={editorMessages.name}
          error={errorAt(errors, 'name')}
          value={draft.name}
          maxLength={80}
          onChange={(event) => change({ name: event.target.value })}
        />
      </div>
      {STEPS.map((name, index) => (
        <StepSection
          key={name}
          number={index + 1}
          title={words[name].title}
          summary={summaryOf(name, draft, account.currency)}
          open={open.includes(name)}
          faulty={faulty.has(name)}
          onToggle={() => onToggle(name)}
        >
          <StepBody name={name} payout={payout} owner={owner} account={account} {...step} />
        </StepSection>
      ))}
    </Card>
  );
}

type StepBodyProps = ComponentProps<typeof MoneyStep> & { readonly name: Step };

function StepBody({ name, payout, owner, account, ...props }: StepBodyProps) {
  switch (name) {
    case 'sequence':
      return <SequenceStep {...props} />;
    case 'zone':
      return <ZoneStep {...props} />;
    case 'filters':
      return <FiltersStep {...props} />;
    case 'entry':
      return <EntryStep {...props} account={account} />;
    case 'money':
      return <MoneyStep {...props} payout={payout} owner={owner} account={account} />;
  }
}

function summaryOf(step: Step, draft: SetupDraft, currency: Currency): string {
  const { patterns, filters, candleTypes, entryPoints, trigger } = draft;
  switch (step) {
    case 'sequence':
      return words.sequence.summary(patterns.minLength, patterns.maxLength, patterns.minStrong);
    case 'zone':
      return words.zone.summary(patterns.zone.maxAgeCandles, patterns.zone.maxSignalsPerZone);
    case 'filters': {
      const names = filters.map(({ filter }) => FILTER_TITLES[filter]);
      const all = candleTypes.types.some((type) => type !== 'any') ? [...names, FILTER_TITLES.candleTypes] : names;
      return all.length === 0 ? words.filters.none : all.join(', ');
    }
    case 'entry': {
      const [first, ...rest] = entryPoints.map((point) => ENTRY_POINT_NAMES[point]);
      const points =
        rest.length === 0 ? (first ?? '') : words.entry.andMore(first ?? '', formatDecimal(rest.length, 0));
      return words.entry.summary(
        points,
        words.entry.triggers[trigger].toLowerCase(),
        formatLength(lengthOfDraft(draft)),
      );
    }
    case 'money':
      return moneySummary(draft.moneyManagement, draft.riskControl, currency);
  }
}
