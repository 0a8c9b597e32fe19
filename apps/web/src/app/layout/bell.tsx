import { useNavigate } from '@tanstack/react-router';
import { NotificationBell } from '#features/notifications/notification-bell.tsx';
import { useTradeDetail } from '#features/trading/detail/trade-opener.tsx';
import type { NoticeTarget } from '#shared/lib/notifications-store.ts';
import { PATHS } from '#shared/lib/paths.ts';

/** The notification bell; each entry links to its trade or page. */
export function Bell() {
  const navigate = useNavigate();
  const go = (target: NoticeTarget) => {
    if (target.kind === 'page') return void navigate({ to: target.path });
    // The trade opens over the dashboard, which may have to load first.
    void navigate({ to: PATHS.dashboard });
    useTradeDetail.getState().open(target.trade);
  };
  return <NotificationBell onGo={go} />;
}
