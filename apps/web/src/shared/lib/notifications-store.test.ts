import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { badgeText, keepNotifications, useNotifications } from './notifications-store.ts';

beforeEach(() => {
  useNotifications.getState().clear();
  sessionStorage.clear();
});

let stops: (() => void)[] = [];
const keep = (userId: string) => {
  const stop = keepNotifications(userId);
  stops.push(stop);
  return stop;
};
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

const add = (id: number) =>
  useNotifications
    .getState()
    .add({
      id: String(id),
      mark: 'signal',
      title: 't',
      text: '',
      atMs: id,
      target: { kind: 'page', path: '/strategies/pcr' },
    });
const ids = () => useNotifications.getState().list.map(({ id }) => id);

describe('the stored notifications', () => {
  it('are listed newest first, at most fifty', () => {
    for (let id = 1; id <= 60; id += 1) add(id);
    const { list } = useNotifications.getState();
    expect(list).toHaveLength(50);
    expect(list[0]?.id).toBe('60');
    expect(list.at(-1)?.id).toBe('11');
  });

  it('are unread at first, and are marked as read one by one or all at once', () => {
    for (const id of [1, 2, 3]) add(id);
    const read = () => useNotifications.getState().list.map((each) => each.read);
    expect(read()).toEqual([false, false, false]);
    useNotifications.getState().markRead('2');
    expect(read()).toEqual([false, true, false]);
    useNotifications.getState().markAllRead();
    expect(read()).toEqual([true, true, true]);
  });

  it('have an unread count that is shown up to nine, and as 9+ above', () => {
    expect([1, 9, 10, 50].map(badgeText)).toEqual(['1', '9', '9+', '9+']);
  });

  it('are restored with their read state after a reload of the tab', () => {
    keep('ana');
    add(1);
    add(2);
    useNotifications.getState().markRead('1');
    // A reload clears the memory but does not sign the user out, so the test only resets the store.
    const stored = sessionStorage.getItem('vigia-notifications') ?? '';
    useNotifications.setState({ list: [] });
    sessionStorage.setItem('vigia-notifications', stored);
    keep('ana');
    expect(useNotifications.getState().list.map(({ id, read }) => [id, read])).toEqual([
      ['2', false],
      ['1', true],
    ]);
  });

  it('are deleted when the user signs out, and are hidden from another user', () => {
    const stop = keep('ana');
    add(1);
    const stored = sessionStorage.getItem('vigia-notifications') ?? '';
    stop();
    expect(ids()).toEqual([]);
    expect(sessionStorage.getItem('vigia-notifications')).toBeNull();
    sessionStorage.setItem('vigia-notifications', stored);
    keep('bruno')();
    keep('bruno');
    expect(ids()).toEqual([]);
  });

  it.each(['{', '{"userId":"ana","list":[{"id":1}]}'])('are empty if the stored text is %j', (text) => {
    sessionStorage.setItem('vigia-notifications', text);
    keep('ana');
    expect(ids()).toEqual([]);
  });
});
