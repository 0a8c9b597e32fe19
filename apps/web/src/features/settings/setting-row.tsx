import type { ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';

type SettingRowProps = {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  /** Icon before the text. */
  readonly icon?: ReactNode;
  /** Whether the control stays next to the text on a phone. Use it for a single button. */
  readonly inline?: boolean;
  readonly children?: ReactNode;
};

/** Renders a setting with its control at the right. On a phone the control is below the text. */
export const SettingRow = ({ title, hint, icon, inline = false, children }: SettingRowProps) => (
  <div
    className={cn(
      'grid min-h-15 items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-0',
      inline ? 'grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3' : 'md:grid-cols-[minmax(0,1fr)_auto]',
    )}
  >
    <div className="flex min-w-0 items-center gap-3">
      {icon}
      <div className="min-w-0">
        <b className="block font-medium">{title}</b>
        {hint && <small className="block text-12 wrap-anywhere text-fg-3">{hint}</small>}
      </div>
    </div>
    {children}
  </div>
);
