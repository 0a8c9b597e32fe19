import { Link } from '@tanstack/react-router';
import {
  Bell,
  Bot,
  Check,
  CheckCheck,
  CircleHelp,
  Equal,
  type LucideIcon,
  PlugZap,
  Radar,
  Settings2,
  Trash2,
  Unplug,
  X,
} from 'lucide-react';
import { cn } from '#shared/lib/cn.ts';
import { formatDateTime, formatMinute } from '#shared/lib/format.ts';
import {
  type NoticeMark as Mark,
  type NoticeTarget,
  type Notification,
  useNotifications,
} from '#shared/lib/notifications-store.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { notificationMessages, notificationMessages as words } from './messages.es.ts';

type PanelProps = {
  readonly onGo: (target: NoticeTarget) => void;
  /** Called when the user opens the settings from the panel. */
  readonly onLeave: () => void;
};

/** Lists the last fifty notifications, newest first. Each links to its trade or page. */
export function NotificationPanel({ onGo, onLeave }: PanelProps) {
  const { list, markAllRead, markRead, clear } = useNotifications();
  const go = ({ id, target }: Notification) => {
    markRead(id);
    onGo(target);
  };
  return (
    <>
      <header className="flex min-h-12 items-center gap-1 border-b border-line py-1.5 pr-1.5 pl-4">
        <h2 className="mr-auto">{words.title}</h2>
        {list.some(({ read }) => !read) && (
          <Button variant="ghost" size="sm" onClick={markAllRead}>
            <CheckCheck size={15} aria-hidden />
            {words.readAll}
          </Button>
        )}
        {list.length > 0 && (
          <Button
            variant="ghost"
            size="icon"
            className="size-8 max-md:size-11"
            aria-label={words.empty}
            onClick={clear}
          >
            <Trash2 size={15} aria-hidden />
          </Button>
        )}
      </header>
      {list.length === 0 ? (
        <EmptyState icon={Bell} text={`${words.none} ${words.noneText}`} />
      ) : (
        <ul className="min-h-0 overflow-y-auto overscroll-contain">
          {list.map((each) => (
            <Row key={each.id} notification={each} onGo={() => go(each)} />
          ))}
        </ul>
      )}
      <footer className="border-t border-line p-1.5">
        <Link
          to={PATHS.settings}
          hash="avisos"
          onClick={onLeave}
          className={cn(buttonClass({ variant: 'ghost', size: 'sm', full: true }))}
        >
          <Settings2 size={15} aria-hidden />
          {words.settings}
        </Link>
      </footer>
    </>
  );
}

const DAY_MS = 24 * 60 * 60_000;

function Row({ notification, onGo }: { readonly notification: Notification; readonly onGo: () => void }) {
  const { mark, title, text, atMs, read } = notification;
  const nowMs = useServerNow(60_000);
  return (
    <li className="border-b border-line last:border-0">
      <button
        type="button"
        onClick={onGo}
        className={cn(
          'grid w-full grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-4 py-3 text-left text-13 transition hover:bg-hover focus-visible:-outline-offset-2',
          !read && 'bg-accent-tint/45',
        )}
      >
        <NoticeMark mark={mark} />
        <span className="grid min-w-0 gap-0.5">
          <b className={cn('truncate', read && 'font-medium text-fg-2')}>{title}</b>
          <span className="text-fg-2">{text}</span>
        </span>
        <span className="grid justify-items-end gap-2">
          <time className="text-12 text-fg-3" dateTime={new Date(atMs).toISOString()}>
            {nowMs - atMs < DAY_MS ? formatMinute(atMs) : formatDateTime(atMs)}
          </time>
          {!read && <i className="size-2 rounded-pill bg-accent" role="img" aria-label={words.isUnread} />}
        </span>
      </button>
    </li>
  );
}

/** Icon and colour of each kind of notification. Green and red are only for money. */
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

/** Shows the kind of a notification by shape and colour. */
function NoticeMark({ mark }: { readonly mark: Mark }) {
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
