import type { PcrSignalView } from '@vigia/contract';
import { formatDateTime, formatPercent } from '#shared/lib/format.ts';
import { SignalDetails } from '../../signals/signal-article.tsx';
import { useFreshDecision } from '../../signals/use-fresh-decision.ts';
import { CriterionList } from '../criterion-list.tsx';
import { pcrMessages } from '../messages.es.ts';
import { signalsQuery } from '../queries.ts';
import { FilterChips } from './filter-chips.tsx';

type PcrSignalExplainedProps = {
  readonly signal: PcrSignalView;
  readonly decimals: number;
  readonly onBack: () => void;
};

const words = pcrMessages.explained;

/** Shows one signal of a setup with its sequence and criteria, its price zone and its filters. */
export function PcrSignalDetails({ signal, decimals, onBack }: PcrSignalExplainedProps) {
  const { sequence, zone, confidence, break_even: breakEven } = signal;
  useFreshDecision(signal.decision, [signalsQuery.queryKey]);
  const run = pcrMessages.monitor.run(sequence.length, sequence.color);
  const figures = [
    [pcrMessages.confidence, formatPercent(confidence)],
    ...(breakEven === null ? [] : [[words.breakEven, formatPercent(breakEven)] as const]),
  ] as const;
  return (
    <SignalDetails
      signal={signal}
      name={signal.setup_name}
      decimals={decimals}
      bands={[zone.zona_ancha, zone.zona_fina]}
      figures={figures}
      onBack={onBack}
    >
      <section aria-label={words.found} className="grid gap-2">
        <h3 className="text-13 font-medium">{words.found}</h3>
        <p className="text-13 text-fg-2">
          {words.story(run, formatDateTime(sequence.start_time), formatDateTime(sequence.end_time))}{' '}
          {signal.entry_point === 'ruptura'
            ? words.atBreak
            : words.zones[zone.kind](pcrMessages.entryPoints[signal.entry_point])}
        </p>
      </section>
      <section aria-label={words.criteria} className="grid gap-2">
        <h3 className="text-13 font-medium">{words.criteria}</h3>
        {signal.criteria.length === 0 ? (
          <p className="text-13 text-fg-2">{words.noCriteria}</p>
        ) : (
          <CriterionList criteria={signal.criteria} prices={{ decimals, color: sequence.color }} />
        )}
      </section>
      <section aria-label={words.filters} className="grid gap-2">
        <h3 className="text-13 font-medium">{words.filters}</h3>
        <div className="flex flex-wrap gap-x-4 gap-y-1.5 text-13 text-fg-2">
          <FilterChips results={signal.filter_results} direction={signal.direction} decimals={decimals} />
        </div>
      </section>
    </SignalDetails>
  );
}
