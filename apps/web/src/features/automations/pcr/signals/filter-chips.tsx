import type { Direction } from '@vigia/core/vocabulary';
import { Check, X } from 'lucide-react';
import { pcrMessages } from '../messages.es.ts';
import { type FilterVerdict, filterText } from '../model/describe.ts';

type FilterChipsProps = {
  readonly results: readonly FilterVerdict[];
  readonly direction: Direction;
  readonly decimals: number;
};

/**
 * Shows the measured value, the required value and the verdict of every filter. Signs and words repeat the meaning of
 * the colours.
 */
export function FilterChips({ results, direction, decimals }: FilterChipsProps) {
  if (results.length === 0) return <span className="text-fg-3">{pcrMessages.noFilters}</span>;
  return results.map((result, index) => {
    const text = filterText(result, direction, decimals);
    const Icon = result.passed ? Check : X;
    return (
      <span
        key={`${result.filter} ${index}`}
        role="img"
        aria-label={result.passed ? pcrMessages.passed(text) : pcrMessages.failed(text)}
        className="inline-flex items-center gap-1"
      >
        <Icon size={12} className={result.passed ? 'text-ok' : 'text-warn'} aria-hidden />
        {text}
      </span>
    );
  });
}
