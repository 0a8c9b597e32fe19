import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { badgeText, unreadQuery } from '#shared/lib/notifications.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Popover, PopoverPanel, PopoverTrigger } from '#shared/ui/popover.tsx';
import { notificationMessages as words } from './messages.es.ts';
import type { NoticeTarget } from './notify.ts';

/**
 * The panel with the notifications. Its code loads when the list opens. The placeholder has the height of a few rows,
 * so that the panel grows only a little.
 */
const NotificationPanel = lazyComponent(
  async () => (await import('./notification-panel.tsx')).NotificationPanel,
  <div className="h-40" />,
);

type BellProps = { readonly onGo: (target: NoticeTarget) => void };

/**
 * Renders a bell with the number of unread notifications, and their list. When the list closes, the notifications that
 * the user had time to read on the screen are marked as read, on every device.
 */
export function NotificationBell({ onGo }: BellProps) {
  const [isOpen, setOpen] = useState(false);
  const { unread = 0 } = useQuery(unreadQuery).data ?? {};
  const go = (target: NoticeTarget) => {
    setOpen(false);
    onGo(target);
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger
        className={cn(buttonClass({ variant: 'ghost', size: 'icon' }), 'relative')}
        aria-label={unread > 0 ? words.unread(badgeText(unread)) : words.title}
      >
        <Bell size={18} aria-hidden />
        {unread > 0 && (
          <b className="absolute top-0.5 right-0 h-4 min-w-[18px] rounded-pill bg-accent-fill px-1 text-center text-12 font-semibold text-on-fill ring-2 ring-surface">
            {badgeText(unread)}
          </b>
        )}
      </PopoverTrigger>
      <PopoverPanel
        align="end"
        aria-label={words.title}
        className="flex max-h-[min(640px,76dvh)] w-[380px] flex-col overflow-hidden"
      >
        <NotificationPanel onGo={go} onLeave={() => setOpen(false)} />
      </PopoverPanel>
    </Popover>
  );
}
