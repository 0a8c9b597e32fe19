import type { Direction } from '@vigia/core/vocabulary';
import { cn } from '#shared/lib/cn.ts';

export const DIRECTION_MARK = { CALL: '▲', PUT: '▼' } as const satisfies Record<Direction, string>;

/** Shows a trade direction as CALL ▲ or PUT ▼, so that colour is not the only signal. */
export const DirectionTag = ({ direction }: { readonly direction: Direction }) => (
  <span
    className={cn(
      'inline-flex items-center gap-1 rounded-chip px-2 py-0.5 text-12 font-semibold whitespace-nowrap',
      direction === 'CALL' ? 'bg-call-tint text-call' : 'bg-put-tint text-put',
    )}
  >
    <span aria-hidden>{DIRECTION_MARK[direction]}</span>
    {direction}
  </span>
);
