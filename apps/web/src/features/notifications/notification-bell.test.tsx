import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type NoticeTarget, useNotifications } from '#shared/lib/notifications-store.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { mountPanel } from '#shared/test/mount-panel.tsx';
import { NotificationBell } from './notification-bell.tsx';

let gone: NoticeTarget[] = [];
beforeEach(() => {
  drawNothing();
  gone = [];
});
afterEach(() => {
  cleanup();
  useNotifications.getState().clear();
});

const page = (path: string) => ({ kind: 'page', path }) as const;
function add(count: number) {
  for (let id = 1; id <= count; id += 1) {
    const target = page(`/place-${id}`);
    useNotifications
      .getState()
      .add({ id: String(id), mark: 'signal', title: `Señal ${id}`, text: 'de Racha', atMs: id, target });
  }
}

const mount = () => mountPanel(<NotificationBell onGo={(target) => gone.push(target)} />);
const bell = (name: string | RegExp) => screen.findByRole('button', { name });
async function openList(name: string | RegExp) {
  fireEvent.click(await bell(name));
  const list = within(await screen.findByRole('dialog', { name: 'Avisos' }));
  await list.findByRole('link', { name: 'Sonido y avisos' });
  return list;
}

it('the notification bell shows the number of unread notifications, at most 9+', async () => {
  add(9);
  mount();
  expect((await bell('Avisos: 9 sin leer')).textContent).toBe('9');
  add(3);
  expect((await bell('Avisos: 9+ sin leer')).textContent).toBe('9+');
});

it('the notification bell lists notifications newest first, and highlights the unread notifications', async () => {
  add(2);
  useNotifications.getState().markRead('1');
  mount();
  const list = await openList('Avisos: 1 sin leer');
  const rows = list.getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Señal 2'),
    expect.stringContaining('Señal 1'),
  ]);
  expect(rows.map((row) => within(row).queryByRole('img', { name: 'Sin leer' }) !== null)).toEqual([true, false]);
});

it('the notification bell marks all notifications as read when its list is closed', async () => {
  add(2);
  mount();
  await openList('Avisos: 2 sin leer');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect((await bell('Avisos')).textContent).toBe('');
});

it('the notification bell links each notification to the page of its trade, signal or broker', async () => {
  add(3);
  mount();
  const list = await openList(/^Avisos/);
  fireEvent.click(list.getByRole('button', { name: /Señal 2/ }));
  expect(gone).toEqual([page('/place-2')]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(useNotifications.getState().list.map(({ read }) => read)).toEqual([false, true, false]);
});

it('the notification bell can mark all notifications as read, and can empty its list', async () => {
  add(2);
  mount();
  const list = await openList(/^Avisos/);
  fireEvent.click(list.getByRole('button', { name: 'Marcar todo como leído' }));
  expect(list.queryByRole('img', { name: 'Sin leer' })).toBeNull();
  fireEvent.click(list.getByRole('button', { name: 'Vaciar la lista' }));
  expect(list.getByText(/^Todavía no hay avisos\./)).toBeDefined();
});

it('the notification bell links to its settings', async () => {
  mount();
  const list = await openList('Avisos');
  expect(list.getByRole('link', { name: 'Sonido y avisos' }).getAttribute('href')).toBe('/settings#avisos');
});
