import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { NOTIFICATION_TOPICS, type NotificationTopic } from '@vigia/contract';
import { Bell, CheckCheck, Settings2 } from 'lucide-react';
import { type UIEvent, useState } from 'react';
import { useDecimals } from '#shared/lib/assets.ts';
import { cn } from '#shared/lib/cn.ts';
import { markRead } from '#shared/lib/notifications.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Select } from '#shared/ui/select.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { describe } from './describe.ts';
import { NotificationRow } from './notification-row.tsx';
import type { NoticeTarget } from './notify.ts';
import { panelMessages as words } from './panel.es.ts';
import { notificationsQuery } from './queries.ts';
import { useSeenRows } from './use-seen-rows.ts';

type PanelProps = {
  readonly onGo: (target: NoticeTarget) => void;
  /** Called when the user opens the settings from the panel. */
  readonly onLeave: () => void;
};

/** Distance to the end of the list, in pixels, below which the next page loads. */
const NEAR_END_PX = 160;

/** Lists the notifications of all devices, newest first: fifty, and older ones while the user scrolls on. */
export function NotificationPanel({ onGo, onLeave }: PanelProps) {
  const queries = useQueryClient();
  const [topic, setTopic] = useState<NotificationTopic | null>(null);
  const list = useInfiniteQuery(notificationsQuery(topic));
  const newest = list.data?.[0];
  return (
    <>
      <header className="flex min-h-12 items-center gap-1 border-b border-line py-1.5 pr-1.5 pl-4">
        <h2 className="mr-auto">{words.title}</h2>
        {topic === null && newest && list.data?.some(({ is_read: isRead }) => !isRead) && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => void markRead(queries, { ids: [newest.id], scope: 'up_to' })}
          >
            <CheckCheck size={15} aria-hidden />
            {words.readAll}
          </Button>
        )}
      </header>
      <div className="border-b border-line p-2">
        <Select
          aria-label={words.filter}
          value={topic ?? ''}
          onChange={({ target }) => setTopic(NOTIFICATION_TOPICS.find((each) => each === target.value) ?? null)}
        >
          <option value="">{words.all}</option>
          {NOTIFICATION_TOPICS.map((each) => (
            <option key={each} value={each}>
              {words.topics[each]}
            </option>
          ))}
        </Select>
      </div>
      <Rows topic={topic} onGo={onGo} />
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

function Rows({ topic, onGo }: { readonly topic: NotificationTopic | null; readonly onGo: PanelProps['onGo'] }) {
  const queries = useQueryClient();
  const decimalsOf = useDecimals();
  const watch = useSeenRows((ids) => void markRead(queries, { ids: [...ids], scope: 'these' }));
  const list = useInfiniteQuery(notificationsQuery(topic));
  const more = () => void (list.hasNextPage && !list.isFetching && list.fetchNextPage());
  const scrolled = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) more();
  };
  if (list.data === undefined) {
    if (!list.isError) return <div className="h-40" aria-busy />;
    return <ErrorState title={words.failed} text={problemOf(list.error)} onRetry={() => void list.refetch()} />;
  }
  if (list.data.length === 0) return <EmptyState icon={Bell} text={topic === null ? words.none : words.noneOfTopic} />;
  return (
    <ul className="min-h-0 overflow-y-auto overscroll-contain" onScroll={scrolled}>
      {list.data.map((each) => {
        const described = describe(each, decimalsOf);
        const go = () => {
          void markRead(queries, { ids: [each.id], scope: 'these' });
          onGo(described.target);
        };
        const seen = each.is_read ? undefined : watch(each.id);
        return <NotificationRow key={each.id} notification={each} described={described} onGo={go} ref={seen} />;
      })}
      {list.hasNextPage && (
        <li className="p-2">
          <Button variant="ghost" size="sm" full loading={list.isFetchingNextPage} onClick={more}>
            {words.more}
          </Button>
        </li>
      )}
    </ul>
  );
}
