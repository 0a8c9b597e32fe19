import type { NotificationView } from '@vigia/contract';
import {
  BellRing,
  Bot,
  Check,
  CircleHelp,
  CirclePause,
  Equal,
  type LucideIcon,
  MonitorSmartphone,
  PlugZap,
  Radar,
  Unplug,
  X,
} from 'lucide-react';
import type { Ref } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatDateTime, formatMinute } from '#shared/lib/format.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import type { DescribedNotification } from './describe.ts';
import type { NoticeIcon } from './notify.ts';
import { panelMessages as words } from './panel.es.ts';

const DAY_MS = 24 * 60 * 60_000;

type RowProps = {
  readonly notification: NotificationView;
  readonly described: DescribedNotification;
  readonly onGo: () => void;
  /** Called with the row while it is mounted. */
  readonly ref?: Ref<HTMLLIElement> | undefined;
};

/** Renders a notification as a button that opens what it is about. */
export function NotificationRow({ notification, described: { mark, title, text }, onGo, ref }: RowProps) {
  const { is_read: isRead, created_at: createdAt } = notification;
  const isOfToday = useServerNow(60_000) - Date.parse(createdAt) < DAY_MS;
  return (
    <li ref={ref} className="border-b border-line last:border-0">
      <button
        type="button"
        onClick={onGo}
        className={cn(
          'grid w-full grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-4 py-3 text-left text-13 transition hover:bg-hover focus-visible:-outline-offset-2',
          !isRead && 'bg-accent-tint/45',
        )}
      >
        <Mark mark={mark} />
        <span className="grid min-w-0 gap-0.5">
          <b className={cn('truncate', isRead && 'font-medium text-fg-2')}>{title}</b>
          <span className="text-fg-2">{text}</span>
        </span>
        <span className="grid justify-items-end gap-2">
          <time className="text-12 text-fg-3" dateTime={createdAt}>
            {isOfToday ? formatMinute(createdAt) : formatDateTime(createdAt)}
          </time>
          {!isRead && <i className="size-2 rounded-pill bg-accent" role="img" aria-label={words.isUnread} />}
        </span>
      </button>
    </li>
  );
}

/** Icon and colour of each kind of notification. Green and red are only for money. */
const LOOK: Readonly<Record<NoticeIcon, { readonly icon: LucideIcon; readonly className: string }>> = {
  won: { icon: Check, className: 'bg-call-tint text-call' },
  lost: { icon: X, className: 'bg-put-tint text-put' },
  even: { icon: Equal, className: 'bg-raised text-fg-2' },
  signal: { icon: Radar, className: 'bg-accent-tint text-accent' },
  opened: { icon: Bot, className: 'bg-raised text-fg-2' },
  refused: { icon: CirclePause, className: 'bg-raised text-fg-2' },
  order: { icon: CircleHelp, className: 'bg-unknown-tint text-unknown' },
  device: { icon: MonitorSmartphone, className: 'bg-raised text-fg-2' },
  'lost-connection': { icon: Unplug, className: 'bg-error-tint text-error' },
  connected: { icon: PlugZap, className: 'bg-ok-tint text-ok' },
  price: { icon: BellRing, className: 'bg-accent-tint text-accent' },
};

/** Shows the kind of a notification by shape and colour. */
function Mark({ mark }: { readonly mark: NoticeIcon }) {
  const { icon: Icon, className } = LOOK[mark];
  return (
    <span
      role="img"
      aria-label={words.marks[mark]}
      className={cn('mt-0.5 grid size-7 shrink-0 place-items-center rounded-control', className)}
    >
      <Icon size={15} aria-hidden />
    </span>
  );
}
