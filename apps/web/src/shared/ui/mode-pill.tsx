import type { TradingMode } from '@vigia/core/vocabulary';
import { cva } from 'class-variance-authority';
import { FlaskConical, GraduationCap, type LucideIcon, TriangleAlert } from 'lucide-react';
import { uiMessages } from './messages.es.ts';

const pillClass = cva(
  'inline-flex h-7 items-center gap-1.5 rounded-pill border pr-[11px] pl-[9px] text-12 font-semibold whitespace-nowrap',
  {
    variants: {
      mode: {
        mock: 'border-dashed border-mode-sim bg-mode-sim-tint text-mode-sim',
        iqoption_demo: 'border-mode-demo bg-mode-demo-tint text-mode-demo',
        iqoption_real: 'border-mode-real-fill bg-mode-real-fill text-on-real',
      } satisfies Record<TradingMode, string>,
    },
  },
);

const ICONS: Readonly<Record<TradingMode, LucideIcon>> = {
  mock: FlaskConical,
  iqoption_demo: GraduationCap,
  iqoption_real: TriangleAlert,
};

/** What money is at stake, by word, shape and colour: dashed, outlined, filled. */
export function ModePill({
  mode,
  text = uiMessages.mode[mode],
}: {
  readonly mode: TradingMode;
  readonly text?: string;
}) {
  const Icon = ICONS[mode];
  return (
    <span className={pillClass({ mode })}>
      <Icon size={14} aria-hidden />
      {text}
    </span>
  );
}
