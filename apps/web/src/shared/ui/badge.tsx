import { cva, type VariantProps } from 'class-variance-authority';
import type { HTMLAttributes } from 'react';
import { cn } from '#shared/lib/cn.ts';

const badgeClass = cva(
  'inline-flex h-[22px] items-center gap-1.5 rounded-chip border px-2 text-12 font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        plain: 'border-line bg-raised text-fg-2',
        ok: 'border-transparent bg-ok-tint text-ok',
        warn: 'border-transparent bg-warn-tint text-warn',
        error: 'border-transparent bg-error-tint text-error',
        unknown: 'border-transparent bg-unknown-tint text-unknown',
        accent: 'border-transparent bg-accent-tint text-accent',
        call: 'border-transparent bg-call-tint text-call',
        put: 'border-transparent bg-put-tint text-put',
        /** The look for prices that come from a simulation. */
        simulated: 'border-dashed border-line-strong text-mode-sim',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
);

/** Shows a short label for a state. The tones `call` and `put` are only for trade directions and money. */
export const Badge = ({
  tone,
  className,
  ...rest
}: HTMLAttributes<HTMLSpanElement> & VariantProps<typeof badgeClass>) => (
  <span className={cn(badgeClass({ tone }), className)} {...rest} />
);
