import type { BrokerConnectionStatus } from '@vigia/contract';
import type { TradingMode } from '@vigia/core/vocabulary';
import { cva } from 'class-variance-authority';
import { FlaskConical, GraduationCap, type LucideIcon, TriangleAlert } from 'lucide-react';
import { cn } from '#shared/lib/cn.ts';
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

/** A broker next to the mode, with its connection state. */
export type PillBroker = { readonly name: string; readonly status: BrokerConnectionStatus };

/** Each state has its own shape (full, ring, hollow, square), so colour is not the only signal. */
const LIGHT: Readonly<Record<BrokerConnectionStatus, string>> = {
  connected: 'rounded-pill bg-current',
  connecting: 'animate-pulse rounded-pill border-2 border-current',
  disconnected: 'rounded-pill border border-current opacity-60',
  error: 'rounded-[2px] bg-current',
};

type ModePillProps = {
  readonly mode: TradingMode;
  readonly text?: string;
  /** The active broker, or the broker of the mode; its name is shown if there is space. */
  readonly broker?: PillBroker | null;
};

/**
 * Shows by word, shape and colour which money is at stake (dashed, outlined, filled), and the broker with its
 * connection.
 */
export function ModePill({ mode, text = uiMessages.mode[mode], broker = null }: ModePillProps) {
  const Icon = ICONS[mode];
  return (
    <span className={pillClass({ mode })}>
      <Icon size={14} aria-hidden />
      {text}
      {broker && (
        <span className="ml-0.5 flex items-center gap-1.5 border-l border-current/40 pl-2 font-medium">
          <span className="max-lg:sr-only">{broker.name}</span>
          <i className={cn('size-2 shrink-0', LIGHT[broker.status])} aria-hidden />
          <span className="sr-only">{uiMessages.connection[broker.status]}</span>
        </span>
      )}
    </span>
  );
}
