import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '#shared/lib/cn.ts';

type StepProps = {
  readonly number: number;
  readonly title: string;
  /** Summary of the settings in a few words. */
  readonly summary: string;
  readonly open: boolean;
  /** Whether the server refused a value of this step. */
  readonly faulty: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
};

/**
 * Shows one of the five steps of the editor: its number and its summary. While the step is open, shows its controls
 * too.
 */
export function StepSection({ number, title, summary, open, faulty, onToggle, children }: StepProps) {
  const bodyId = useId();
  const Chevron = open ? ChevronUp : ChevronDown;
  return (
    <section className="border-b border-line last:border-0">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={onToggle}
          className="flex w-full items-start gap-3 px-4 py-3 text-left transition hover:bg-hover focus-visible:-outline-offset-2"
        >
          <span
            aria-hidden
            className={cn(
              'mt-1.5 grid size-5 shrink-0 place-items-center rounded-pill text-12 font-semibold',
              faulty
                ? 'bg-error-tint text-error'
                : open
                  ? 'bg-accent-fill text-on-fill'
                  : 'border border-line-control text-fg-2',
            )}
          >
            {number}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block text-14 font-semibold">{title}</span>
            <span className="block text-12 font-normal text-fg-2">{summary}</span>
          </span>
          <Chevron size={16} className="mt-2 shrink-0 text-fg-3" aria-hidden />
        </button>
      </h2>
      <div
        id={bodyId}
        hidden={!open}
        className={open ? 'grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1 pb-5 pl-12 max-lg:pl-4' : undefined}
      >
        {open && children}
      </div>
    </section>
  );
}

/**
 * Shows a setting with its label on the left and its control on the right. On narrow screens the label is above the
 * control.
 */
export const StepSetting = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-13 text-fg-2">
    <span>{label}</span>
    {children}
  </div>
);
