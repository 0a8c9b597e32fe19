import type { RejectedCandidate } from '@vigia/core/pcr';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import { CircleHelp } from 'lucide-react';
import { formatMinute } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { Note } from '#shared/ui/note.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { CriterionList } from '../criterion-list.tsx';
import { criterionLimit, criterionName, criterionValue, filterText } from '../model/describe.ts';
import type { JudgedSequence, NearMiss, Preview } from '../model/preview.ts';
import { editorMessages } from './messages.es.ts';

const words = editorMessages.last;

type LastSequenceCardProps = {
  readonly preview: Preview | null;
  readonly timeframe: Timeframe;
  readonly required: number;
  readonly decimals: number;
};

/** Shows the criteria of the newest run that a candle has broken, and why the newest near miss gave no signal. */
export function LastSequenceCard({ preview, timeframe, required, decimals }: LastSequenceCardProps) {
  if (!preview) {
    return (
      <Card>
        <CardHeader title={words.title} />
        <Skeleton className="m-4 h-40" />
      </Card>
    );
  }
  const { lastSequence: last, nearMiss } = preview;
  return (
    <Card>
      <CardHeader title={words.title}>
        {last && (
          <>
            <span className="text-12 text-fg-3">{formatMinute(endMs(last, timeframe))}</span>
            <Badge tone={last.sequence.isValid ? 'ok' : 'plain'}>{words.of(last.held)}</Badge>
          </>
        )}
      </CardHeader>
      <div className="grid gap-4 p-4">
        {last ? <CriterionList criteria={last.criteria} /> : <EmptyState text={words.none} />}
        {nearMiss && (
          <Note icon={CircleHelp}>
            <p>
              <b className="text-fg-1">{words.whyNot}</b> {nearMissText(nearMiss, timeframe, required, decimals)}
            </p>
          </Note>
        )}
      </div>
    </Card>
  );
}

const endMs = ({ sequence }: JudgedSequence, timeframe: Timeframe): number =>
  (sequence.breakingCandle.time + TIMEFRAME_SECONDS[timeframe]) * 1_000;

/** Returns one sentence about why the newest near miss gave no signal. */
function nearMissText(miss: NearMiss, timeframe: Timeframe, required: number, decimals: number): string {
  if (miss.kind === 'candidate') return candidateText(miss.candidate, decimals);
  const { judged } = miss;
  const fault = judged.criteria.find(({ held }) => !held);
  const text = fault
    ? words.fault(
        criterionName(fault.criterion),
        criterionValue(fault.criterion, fault.value),
        criterionLimit(fault.criterion, fault.limit),
      )
    : '';
  return words.short(formatMinute(endMs(judged, timeframe)), judged.held, required, text);
}

function candidateText({ refusal, direction, entryTime }: RejectedCandidate, decimals: number): string {
  const time = formatMinute(entryTime);
  if (refusal.gate !== 'filters') return words.gates[refusal.gate](time);
  const failed = refusal.filterResults.find(({ passed }) => !passed);
  return words.gates.filters(time, failed ? filterText(failed, direction, decimals) : '');
}
