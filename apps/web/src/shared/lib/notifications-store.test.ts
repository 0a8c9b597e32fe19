import { beforeEach, describe, expect, it } from 'vitest';
import { badgeText, useNotifications } from './notifications-store.ts';

beforeEach(() => useNotifications.getState().clear());

const add = (id: number) => useNotifications.getState().add({ id: String(id), title: 't', text: '', atMs: id });

describe('notifications', () => {
  it('are kept newest first, fifty of them', () => {
    for (let id = 1; id <= 60; id += 1) add(id);
    const { list } = useNotifications.getState();
    expect(list).toHaveLength(50);
    expect(list[0]?.id).toBe('60');
    expect(list.at(-1)?.id).toBe('11');
  });

  it('arrive unread and can all be marked read', () => {
    add(1);
    expect(useNotifications.getState().list[0]?.read).toBe(false);
    useNotifications.getState().markAllRead();
    expect(useNotifications.getState().list[0]?.read).toBe(true);
  });

  it('show their count up to nine, then 9+', () => {
    expect([1, 9, 10, 50].map(badgeText)).toEqual(['1', '9', '9+', '9+']);
  });
});
