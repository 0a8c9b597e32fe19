import type { Criterion } from '@vigia/core/vocabulary';
import { Check, X } from 'lucide-react';
import { cn } from '#shared/lib/cn.ts';
import { pcrMessages } from './messages.es.ts';
import { type CriterionPrices, criterionLimit, criterionName, criterionValue } from './model/describe.ts';

type CriterionListProps = {
  readonly criteria: readonly {
    readonly criterion: Criterion;
    readonly held: boolean;
    readonly value: number | null;
    readonly limit?: unknown;
  }[];
  readonly prices?: CriterionPrices;
};

/** Lists the five criteria of a sequence, each with its measured and its required value. */
export const CriterionList = ({ criteria, prices }: CriterionListProps) => (
  <ul className="grid gap-2.5 text-13">
    {criteria.map(({ criterion, held, value, limit }) => {
      const Icon = held ? Check : X;
      return (
        <li key={criterion} className="flex items-center gap-2.5">
          <Icon
            size={14}
            role="img"
            aria-label={held ? pcrMessages.held : pcrMessages.notHeld}
            className={cn('shrink-0', held ? 'text-ok' : 'text-warn')}
          />
          <span>{criterionName(criterion)}</span>
          <span className="ml-auto font-semibold whitespace-nowrap">{criterionValue(criterion, value, prices)}</span>
          <span className="min-w-[76px] shrink-0 text-right text-12 whitespace-nowrap text-fg-3">
            {criterionLimit(criterion, limit, prices)}
          </span>
        </li>
      );
    })}
  </ul>
);
