import { Link } from '@tanstack/react-router';
import type { EvidenceView } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatTidyMoney } from '#shared/lib/format.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { evidenceMessages as words } from './evidence-messages.es.ts';

/** Smallest and largest capital of a bettor that is shown exactly. */
const [LEAST, MOST] = [0.01, 1_000_000];

const dollars = (amount: number): string => formatTidyMoney(amount, 'USD');

function capitalText(capital: number): string {
  if (capital > MOST) return words.moreThan(dollars(MOST));
  if (capital < LEAST) return words.lessThan(dollars(LEAST));
  return dollars(Number(capital.toFixed(capital < 100 ? 2 : 0)));
}

type EvidenceNoteProps = { readonly evidence: EvidenceView | null; readonly className?: string };

/**
 * Shows what a bettor would have today who started with 1 $ and bet on an edge or against it, and from which amount the
 * verdict is decided. Shows nothing for selected trades, which have no evidence.
 */
export function EvidenceNote({ evidence, className }: EvidenceNoteProps) {
  if (evidence === null) return null;
  const { above, below, decided_from: limits, cards } = evidence;
  const limit = capitalText(limits.above);
  return (
    <p className={cn('flex flex-wrap gap-x-2 text-12 text-fg-3', className)}>
      <span className="whitespace-nowrap">{words.held(capitalText(above), capitalText(below))}</span>
      <span className="whitespace-nowrap">
        {cards > 1 ? words.decidesAmong(limit, cards) : words.decidesAt(limit)} ·{' '}
        <Link to={PATHS.verdicts} className="underline underline-offset-2 hover:text-fg-1">
          {words.why}
        </Link>
      </span>
    </p>
  );
}
