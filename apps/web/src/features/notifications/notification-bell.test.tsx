import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { NotificationView } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { NotificationBell } from './notification-bell.tsx';
import type { NoticeTarget } from './notify.ts';
import { endedTrade, TRADE_ID, watchScreen } from './testing.ts';

const LIST = 'GET /api/v1/notifications';
const READ = 'POST /api/v1/notifications/read';

let api: FakeApi;
let screenRows: ReturnType<typeof watchScreen>;
let kept: NotificationView[] = [];
let gone: NoticeTarget[] = [];

const countUnread = () => kept.filter(({ is_read: isRead }) => !isRead).length;
const counts = () => ok({ unread: countUnread(), latest_id: kept[0]?.id ?? null });
const idIn = (query: string, name: string) => Number(new URLSearchParams(query).get(name) ?? Number.MAX_SAFE_INTEGER);

beforeEach(() => {
  drawNothing();
  screenRows = watchScreen();
  [gone, kept] = [[], []];
  api = new FakeApi()
    .on('GET /api/v1/notifications/unread', counts)
    .on(LIST, ({ query }) => {
      const topic = new URLSearchParams(query).get('topic');
      const page = kept.filter(({ id, kind }) => id < idIn(query, 'before') && (topic === null || kind === topic));
      return ok(page.slice(0, 50));
    })
    .on(READ, ({ body }) => {
      const { ids, scope } = body as { ids: number[]; scope: string };
      const isMeant = ({ id }: NotificationView) => (scope === 'these' ? ids.includes(id) : id <= Math.max(...ids));
      kept = kept.map((each) => (isMeant(each) ? { ...each, is_read: true } : each));
      return counts();
    });
});
afterEach(cleanup);

/** Stores notifications on the fake server, newest first. */
function keep(count: number) {
  kept = Array.from({ length: count }, (_, index) =>
    endedTrade({ id: count - index, symbol: `A${count - index}`, direction: 'PUT' }),
  );
}

const mount = () => mountPanel(<NotificationBell onGo={(target) => gone.push(target)} />, { api });
const bell = (name: string | RegExp) => screen.findByRole('button', { name });
async function openList(name: string | RegExp) {
  fireEvent.click(await bell(name));
  const list = within(await screen.findByRole('dialog', { name: 'Avisos' }));
  await list.findByRole('link', { name: 'Sonido y avisos' });
  return list;
}

it('the notification bell shows the number of unread notifications, at most 9+', async () => {
  keep(9);
  mount();
  expect((await bell('Avisos: 9 sin leer')).textContent).toBe('9');
  cleanup();
  keep(12);
  mount();
  expect((await bell('Avisos: 9+ sin leer')).textContent).toBe('9+');
});

it('the notification bell lists notifications newest first, and highlights the unread notifications', async () => {
  keep(2);
  kept = kept.map((each) => ({ ...each, is_read: each.id === 1 }));
  mount();
  const list = await openList('Avisos: 1 sin leer');
  const rows = await list.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Ganada: A2 PUT'),
    expect.stringContaining('Ganada: A1 PUT'),
  ]);
  expect(rows.map((row) => within(row).queryByRole('img', { name: 'Sin leer' }) !== null)).toEqual([true, false]);
});

it('the notification bell marks as read what was on the screen for long enough when its list is closed', async () => {
  keep(3);
  mount();
  const list = await openList('Avisos: 3 sin leer');
  const [newest, middle, oldest] = await list.findAllByRole('listitem');
  const nowMs = performance.now();
  screenRows.show(newest, nowMs - 1_000);
  screenRows.show(middle, nowMs + 3_600_000);
  expect(screenRows.isWatched(oldest)).toBe(true);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await bell('Avisos: 2 sin leer');
  expect(api.bodies(READ)).toEqual([{ ids: [3], scope: 'these' }]);
});

it('the notification bell opens what a notification is about, and marks only this one as read', async () => {
  keep(3);
  mount();
  const list = await openList(/^Avisos/);
  fireEvent.click(await list.findByRole('button', { name: /A2 PUT/ }));
  expect(gone).toEqual([{ kind: 'trade', id: TRADE_ID }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await bell('Avisos: 2 sin leer');
  expect(api.bodies(READ)).toEqual([{ ids: [2], scope: 'these' }]);
});

it('the notification bell shows fifty notifications, and loads older ones while the user scrolls', async () => {
  keep(60);
  mount();
  const list = await openList(/^Avisos/);
  expect(await list.findAllByRole('button', { name: /PUT/ })).toHaveLength(50);
  // Without a layout every list ends where it begins, so any scroll is near its end.
  fireEvent.scroll(list.getByRole('list'));
  await waitFor(() => expect(list.getAllByRole('button', { name: /PUT/ })).toHaveLength(60));
  expect(list.queryByRole('button', { name: 'Ver anteriores' })).toBeNull();
});

it('the notification bell can show one topic, and mark all notifications as read', async () => {
  keep(2);
  mount();
  const list = await openList('Avisos: 2 sin leer');
  fireEvent.click(await list.findByRole('button', { name: 'Marcar todo como leído' }));
  await waitFor(() => expect(list.queryByRole('img', { name: 'Sin leer' })).toBeNull());
  fireEvent.change(list.getByRole('combobox', { name: 'Mostrar' }), { target: { value: 'signal' } });
  await list.findByText('No hay avisos de este tipo.');
});

it('the notification bell reports that the list cannot be loaded, and retries', async () => {
  keep(1);
  api.on(LIST, { status: 500, body: {} });
  mount();
  const list = await openList(/^Avisos/);
  await list.findByText('No pudimos cargar tus avisos');
  api.on(LIST, ok(kept));
  fireEvent.click(list.getByRole('button', { name: 'Reintentar' }));
  expect(await list.findByRole('button', { name: /A1 PUT/ })).toBeDefined();
});
