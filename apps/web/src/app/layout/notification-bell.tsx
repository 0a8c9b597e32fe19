import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { cn } from '#shared/lib/cn.ts';
import { formatMinute } from '#shared/lib/format.ts';
import { badgeText, type Notification, useNotifications } from '#shared/lib/notifications-store.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { appMessages } from '../messages.es.ts';

const words = appMessages.header;

/** What has happened since the page was opened; closing the list marks all as read. */
export function NotificationBell() {
  const list = useNotifications((store) => store.list);
  const markAllRead = useNotifications((store) => store.markAllRead);
  const unread = list.filter((each) => !each.read).length;
  return (
    <Popover.Root onOpenChange={(open) => open || markAllRead()}>
      <Popover.Trigger
        className={cn(buttonClass({ variant: 'ghost', size: 'icon' }), 'relative')}
        aria-label={unread > 0 ? words.unread(badgeText(unread)) : words.notifications}
      >
        <Bell size={18} aria-hidden />
        {unread > 0 && (
          <b className="absolute top-0.5 right-0 h-4 min-w-[18px] rounded-pill bg-accent-fill px-1 text-center text-12 font-semibold text-on-fill ring-2 ring-surface">
            {badgeText(unread)}
          </b>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          aria-label={words.notifications}
          className="z-(--z-dialog) max-h-[70dvh] w-[360px] max-w-[calc(100vw-24px)] overflow-y-auto rounded-card border border-line-strong bg-overlay shadow-overlay data-[state=open]:animate-appear"
        >
          <h2 className="border-b border-line px-4 py-3">{words.notifications}</h2>
          {list.length === 0 ? (
            <EmptyState icon={Bell} text={words.noNotifications} />
          ) : (
            <NotificationList list={list} />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function NotificationList({ list }: { readonly list: readonly Notification[] }) {
  return (
    <ul>
      {list.map((each) => (
        <li
          key={each.id}
          className="grid grid-cols-[1fr_auto] gap-x-3 border-b border-line px-4 py-2.5 text-13 last:border-0"
        >
          <b className={cn('min-w-0', each.read && 'font-medium text-fg-2')}>{each.title}</b>
          <time className="text-12 text-fg-3">{formatMinute(each.atMs)}</time>
          <p className="col-span-2 text-fg-2">{each.text}</p>
        </li>
      ))}
    </ul>
  );
}
