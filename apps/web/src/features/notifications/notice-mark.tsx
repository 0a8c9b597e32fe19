import { Bot, Check, CircleHelp, Equal, type LucideIcon, PlugZap, Radar, Unplug, X } from 'lucide-react';
import { cn } from '#shared/lib/cn.ts';
import type { NoticeMark as Mark } from '#shared/lib/notifications-store.ts';
import { notificationMessages } from './messages.es.ts';

/** Green and red for money only. */
const LOOK: Readonly<Record<Mark, { readonly icon: LucideIcon; readonly className: string }>> = {
  won: { icon: Check, className: 'bg-call-tint text-call' },
  lost: { icon: X, className: 'bg-put-tint text-put' },
  even: { icon: Equal, className: 'bg-raised text-fg-2' },
  signal: { icon: Radar, className: 'bg-accent-tint text-accent' },
  opened: { icon: Bot, className: 'bg-raised text-fg-2' },
  order: { icon: CircleHelp, className: 'bg-unknown-tint text-unknown' },
  'lost-connection': { icon: Unplug, className: 'bg-error-tint text-error' },
  connected: { icon: PlugZap, className: 'bg-ok-tint text-ok' },
};

/** Subject of a notification, by shape and colour. */
export function NoticeMark({ mark }: { readonly mark: Mark }) {
  const { icon: Icon, className } = LOOK[mark];
  return (
    <span
      role="img"
      aria-label={notificationMessages.marks[mark]}
      className={cn('mt-0.5 grid size-7 shrink-0 place-items-center rounded-control', className)}
    >
      <Icon size={15} aria-hidden />
    </span>
  );
}
