import { Check, Equal, type LucideIcon, X } from 'lucide-react';
import { cn } from '#shared/lib/cn.ts';
import type { StripResult } from './last-trades.ts';
import { stripMessages as words } from './messages.es.ts';

const LOOK: Readonly<Record<StripResult, { readonly icon: LucideIcon; readonly className: string }>> = {
  won: { icon: Check, className: 'bg-call-tint text-call' },
  lost: { icon: X, className: 'bg-put-tint text-put' },
  expired: { icon: Equal, className: 'bg-raised text-fg-2' },
};

/** Shows results as small marks, oldest first, in rows of five. Screen readers get one sentence. */
export function ResultMarks({ results }: { readonly results: readonly StripResult[] }) {
  const newest = results.at(-1);
  if (newest === undefined) return <span className="min-w-0 flex-1 text-12 text-fg-3">{words.noResults}</span>;
  const count = (wanted: StripResult) => results.filter((result) => result === wanted).length;
  const sentence = words.results(
    { won: count('won'), lost: count('lost'), tied: count('expired') },
    words.last[newest],
  );
  return (
    <span
      role="img"
      aria-label={sentence}
      title={sentence}
      className="grid shrink-0 auto-cols-max grid-cols-[repeat(5,auto)] gap-0.5"
    >
      {results.map((result, place) => {
        const { icon: Icon, className } = LOOK[result];
        return (
          // The results have no identity of their own; only their order matters.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={place} className={cn('grid size-3.5 place-items-center rounded-[3px]', className)}>
            <Icon size={11} strokeWidth={3} aria-hidden />
          </span>
        );
      })}
    </span>
  );
}
