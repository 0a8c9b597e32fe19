import type { BacktestJudgementView, BacktestReport } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatPercent, formatSignedMoney } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Ruler } from '#shared/ui/ruler.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { shareInWords } from '../model/odds-words.ts';
import { rulerWithoutVerdict } from '../model/without-verdict.ts';
import type { BacktestTarget } from '../target.ts';
import { lookRequest } from './look-request.ts';
import { lookMessages as words } from './messages.es.ts';
import { type Look, useLook } from './use-look.ts';

type LookStripProps = {
  /** Rules to look at. Null while they are invalid. */
  readonly target: BacktestTarget | null;
  /** Opens the full report. Absent if another control opens it. */
  readonly onReport?: (() => void) | undefined;
};

/**
 * Answers '¿Sirve?' for the rules of an editor: ruler, result and luck on the stored history, without a verdict.
 * A narrow place, such as the bar of a phone, has no space for the ruler.
 */
export function LookSummary({ target, onReport }: LookStripProps) {
  const look = useLook(target && lookRequest(target), true);
  const report = look.shown?.report ?? null;
  return (
    <section aria-label={words.title} aria-busy={look.isStale} className="@container min-w-0">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3">
        <Heading report={report} />
        <div className={cn('min-w-0 @max-[260px]:hidden', look.isStale && 'opacity-50')}>
          {report ? <Gauge report={report} /> : null}
        </div>
        {onReport ? (
          <Button size="sm" disabled={report === null} onClick={onReport}>
            {words.report}
          </Button>
        ) : (
          <span />
        )}
        <div className="col-span-3 text-12 text-fg-2">
          <Line look={look} isOff={target === null} />
        </div>
      </div>
    </section>
  );
}

const Heading = ({ report }: { readonly report: BacktestReport | null }) => (
  <div className="grid whitespace-nowrap @max-[260px]:flex @max-[260px]:items-baseline @max-[260px]:gap-2">
    <h2>{words.title}</h2>
    <span className="text-12 text-fg-3">
      {report ? uiMessages.ruler.of(report.card.won, report.card.decided) : ' '}
    </span>
  </div>
);

function Gauge({ report }: { readonly report: BacktestReport }) {
  const ruler = rulerWithoutVerdict(report.card);
  return ruler ? <Ruler {...ruler} verdict={null} /> : null;
}

/** Shows what the look found in one sentence, or why it has no result. */
function Line({ look, isOff }: { readonly look: Look; readonly isOff: boolean }) {
  const { shown, isStale, progress, problem, retry } = look;
  if (isOff) return <p className="text-warn">{words.off}</p>;
  if (problem !== null) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-2 text-error">
        {problem}
        <Button variant="ghost" size="sm" onClick={retry}>
          {words.retry}
        </Button>
      </p>
    );
  }
  if (progress !== null && progress > 0) return <p role="status">{words.progress(formatPercent(progress, 0))}</p>;
  if (isStale || !shown?.report) {
    return (
      <p role="status" className="flex items-center gap-2">
        {words.waiting}
        {!shown && <Skeleton className="h-3 w-24" />}
      </p>
    );
  }
  return <p role="status">{sentenceOf(shown.report, shown.judgement)}</p>;
}

function sentenceOf(
  { trades, card, profit, currency }: BacktestReport,
  judgement: BacktestJudgementView | null,
): string {
  if (trades === 0) return words.none;
  const luck = judgement?.corrected_p_value ?? null;
  return [
    words.result(formatSignedMoney(profit, currency)),
    luck === null ? words.short(card.decided) : words.luck(shareInWords(luck)),
    words.free,
  ].join(' · ');
}
