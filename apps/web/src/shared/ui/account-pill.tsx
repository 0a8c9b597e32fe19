import type { BrokerConnectionStatus } from '@vigia/contract';
import type { AccountKind, AccountRef } from '@vigia/core/vocabulary';
import { cva } from 'class-variance-authority';
import { FlaskConical, GraduationCap, type LucideIcon, TriangleAlert } from 'lucide-react';
import { accountText } from '#shared/lib/account-name.ts';
import { cn } from '#shared/lib/cn.ts';
import { uiMessages } from './messages.es.ts';

const pillClass = cva(
  'inline-flex h-7 max-w-full items-center gap-1.5 rounded-pill border pr-[11px] pl-[9px] text-12 font-semibold whitespace-nowrap',
  {
    variants: {
      kind: {
        mock: 'border-dashed border-mode-sim bg-mode-sim-tint text-mode-sim',
        demo: 'border-mode-demo bg-mode-demo-tint text-mode-demo',
        real: 'border-mode-real-fill bg-mode-real-fill text-on-real',
      } satisfies Record<AccountKind, string>,
    },
  },
);

const ICONS: Readonly<Record<AccountKind, LucideIcon>> = {
  mock: FlaskConical,
  demo: GraduationCap,
  real: TriangleAlert,
};

/**
 * The shapes of the status light. Each state has a different shape (full, ring, hollow, square), so that colour is not
 * the only signal.
 */
const LIGHT: Readonly<Record<BrokerConnectionStatus, string>> = {
  connected: 'rounded-pill bg-current',
  connecting: 'animate-pulse rounded-pill border-2 border-current',
  disconnected: 'rounded-pill border border-current opacity-60',
  error: 'rounded-[2px] bg-current',
};

type AccountPillProps = {
  readonly account: AccountRef;
  /**
   * Connection state of the account's broker. Null if the account has no broker or the pill does not show the state.
   */
  readonly status?: BrokerConnectionStatus | null;
};

/** Shows the account kind by word, shape and colour (dashed, outlined, filled), and whether the broker is connected. */
export function AccountPill({ account, status = null }: AccountPillProps) {
  const { kind } = account;
  const Icon = ICONS[kind];
  return (
    <span className={pillClass({ kind })}>
      <Icon size={14} className="shrink-0" aria-hidden />
      <span className="min-w-0 truncate">{accountText(account)}</span>
      {status && (
        <span className="ml-0.5 flex shrink-0 items-center">
          <i className={cn('size-2 shrink-0', LIGHT[status])} aria-hidden />
          <span className="sr-only">{uiMessages.connection[status]}</span>
        </span>
      )}
    </span>
  );
}
