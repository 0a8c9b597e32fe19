import { cva, type VariantProps } from 'class-variance-authority';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';

const noteClass = cva('flex items-start gap-3 rounded-control border px-3 py-2.5 text-13', {
  variants: {
    tone: {
      plain: 'border-line bg-raised text-fg-2',
      warn: 'border-transparent bg-warn-tint text-fg-1 [&>svg]:text-warn',
      error: 'border-transparent bg-error-tint text-fg-1 [&>svg]:text-error',
    },
  },
  defaultVariants: { tone: 'plain' },
});

type NoteProps = VariantProps<typeof noteClass> & {
  readonly icon: LucideIcon;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Renders information next to the controls that it concerns. */
export const Note = ({ icon: Icon, tone, className, children }: NoteProps) => (
  <div className={cn(noteClass({ tone }), className)}>
    <Icon size={16} className="mt-px shrink-0" aria-hidden />
    <div className="grid min-w-0 gap-1">{children}</div>
  </div>
);
