import { formatLength } from '@vigia/core/trades';
import type { Currency } from '@vigia/core/vocabulary';
import { formatDecimal } from '#shared/lib/format.ts';
import { moneySummary } from '../model/describe.ts';
import { type SetupDraft, tradeLengthOfDraft } from '../model/draft.ts';
import type { EditorStep } from '../model/field-errors.ts';
import { type EditorState, userSetupOf } from './editor.ts';
import { EntryStep } from './entry-step.tsx';
import { FiltersStep } from './filters-step.tsx';
import { ENTRY_POINT_NAMES, editorMessages, FILTER_TITLES } from './messages.es.ts';
import { MoneyStep } from './money-step.tsx';
import { SequenceStep } from './sequence-step.tsx';
import { ZoneStep } from './zone-step.tsx';

const words = editorMessages.steps;

/** Shows the settings of one step. */
export function StepBody({ name, editor }: { readonly name: EditorStep; readonly editor: EditorState }) {
  const { setup, form, payout, account } = editor;
  const step = { draft: form.draft, change: form.change, errors: form.errors };
  switch (name) {
    case 'sequence':
      return <SequenceStep {...step} />;
    case 'zone':
      return <ZoneStep {...step} />;
    case 'filters':
      return <FiltersStep {...step} />;
    case 'entry':
      return <EntryStep {...step} account={account} />;
    case 'money':
      return <MoneyStep {...step} payout={payout} owner={userSetupOf(setup)} account={account} />;
  }
}

/** Returns the settings of a step in a few words. */
export function stepSummary(step: EditorStep, draft: SetupDraft, currency: Currency): string {
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
        formatLength(tradeLengthOfDraft(draft)),
      );
    }
    case 'money':
      return moneySummary(draft.moneyManagement, draft.riskControl, currency);
  }
}
