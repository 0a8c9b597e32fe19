import type { ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';

type SegmentedProps<Value extends string> = {
  /** Label of the group for screen readers. */
  readonly label: string;
  /** The pressed option; null if none is pressed. */
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly disabled?: boolean }[];
  readonly onChange: (value: Value) => void;
  /** Whether the options are arranged in rows of three, for more than five options. */
  readonly inRows?: boolean;
  readonly className?: string;
};

/** Renders a choice of one among a few options in one frame, such as timeframes or themes. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  inRows = false,
  className,
}: SegmentedProps<Value>) {
  return (
    <fieldset
      className={cn(
        'gap-0.5 rounded-control border border-line bg-inset p-0.5',
        inRows ? 'grid grid-cols-3' : 'inline-flex',
        className,
      )}
      aria-label={label}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          disabled={option.disabled}
          onClick={() => onChange(option.value)}
          className={cn(
            'inline-flex h-[26px] flex-1 items-center justify-center gap-1.5 rounded-chip px-2 text-13 font-medium whitespace-nowrap transition disabled:opacity-45',
            inRows ? 'touch:h-11' : 'touch-target touch:h-9 touch:min-w-11',
            option.value === value ? 'bg-overlay text-fg-1 ring-1 ring-line-strong' : 'text-fg-2 hover:text-fg-1',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
