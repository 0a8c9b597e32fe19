import { cva, type VariantProps } from 'class-variance-authority';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { uiMessages } from './messages.es.ts';

const noteClass = cva('rounded-control border px-3 text-13', {
  variants: {
    tone: {
      plain: 'border-line bg-raised text-fg-2',
      warn: 'border-transparent bg-warn-tint text-fg-1 [&>svg]:text-warn [&>summary>svg]:text-warn',
      error: 'border-transparent bg-error-tint text-fg-1 [&>svg]:text-error [&>summary>svg]:text-error',
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
  <div className={cn(noteClass({ tone }), 'flex items-start gap-3 py-2.5', className)}>
    <Icon size={16} className="mt-px shrink-0" aria-hidden />
    <div className="grid min-w-0 gap-1">{children}</div>
  </div>
);

/** Renders a note of one line. A click on the line shows the rest. */
export const FoldedNote = ({ icon: Icon, tone, line, children }: NoteProps & { readonly line: ReactNode }) => (
  <details className={cn(noteClass({ tone }), 'group/note')}>
    <summary className="-mx-3 flex min-h-10 cursor-pointer list-none items-center gap-3 rounded-control px-3 touch:min-h-(--h-touch) [&::-webkit-details-marker]:hidden">
      <Icon size={16} className="shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 font-medium text-fg-1">{line}</span>
      <span className="shrink-0 text-accent group-open/note:hidden">{uiMessages.readMore}</span>
      <span className="hidden shrink-0 text-accent group-open/note:inline">{uiMessages.readLess}</span>
    </summary>
    <div className="grid min-w-0 gap-1 pb-2.5 pl-7">{children}</div>
  </details>
);
