import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeStream } from '#shared/test/fake-stream.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { registerToaster } from '#shared/ui/toast.ts';
import { NotificationBell } from './notification-bell.tsx';
import { endedTrade } from './testing.ts';
import { useLiveNotifications } from './use-live-notifications.ts';

let shown: string[] = [];
let counts = { unread: 0, latest_id: null as number | null };

beforeEach(() => {
  drawNothing();
  [shown, counts] = [[], { unread: 0, latest_id: null }];
  const show = (title: unknown) => shown.push(String(title));
  registerToaster({ success: show, error: show, warning: show, message: show, result: (_mark, title) => show(title) });
});
afterEach(cleanup);

/** A tab of the app, with its own stream. */
function Tab() {
  useLiveNotifications();
  return <NotificationBell onGo={() => {}} />;
}

/** Opens a tab of the user. The server sends every event to the stream of each tab. */
function openTab(api = new FakeApi()): FakeStream {
  const { stream } = api.on('GET /api/v1/notifications/unread', () => ok(counts)).services;
  stream.status = { state: 'live' };
  mountPanel(<Tab />, { api });
  return stream;
}
const bells = (name: string, count = 1) =>
  waitFor(() => expect(screen.queryAllByRole('button', { name })).toHaveLength(count));
const publish = (streams: readonly FakeStream[], event: Parameters<FakeStream['publish']>[0]) =>
  act(async () => {
    for (const stream of streams) stream.publish(event);
  });

it('the bells of two tabs show the same unread count, and what is read in one is read in the other', async () => {
  const tabs = [openTab(), openTab()];
  await bells('Avisos', 2);
  await publish(tabs, { type: 'notification_created', notification: endedTrade({ id: 7 }), unread: 1 });
  await bells('Avisos: 1 sin leer', 2);
  await waitFor(() => expect(shown).toEqual(['Ganada: EURUSD CALL', 'Ganada: EURUSD CALL']));
  await publish(tabs, { type: 'notifications_read', ids: [7], scope: 'up_to', unread: 0 });
  await bells('Avisos', 2);
});

it('a tab that was disconnected shows the missed unread notifications after its reconnect, oldest first', async () => {
  counts = { unread: 1, latest_id: 4 };
  const api = new FakeApi();
  const stream = openTab(api);
  await bells('Avisos: 1 sin leer');
  act(() => stream.setStatus({ state: 'reconnecting', sinceMs: 0 }));
  counts = { unread: 2, latest_id: 7 };
  const kept = [7, 6, 5].map((id) => endedTrade({ id, symbol: `A${id}`, is_read: id === 6 }));
  api.on('GET /api/v1/notifications', ok(kept));
  act(() => stream.setStatus({ state: 'live' }));
  await bells('Avisos: 2 sin leer');
  await waitFor(() => expect(shown).toEqual(['Ganada: A5 CALL', 'Ganada: A7 CALL']));
});
