import { expect, it } from 'vitest';
import { nextMessage, type WaitingNotifications } from './next-message.ts';

const NOW_MS = 1_800_000_000_000;
const waiting = (count: number, change: Partial<WaitingNotifications> = {}): WaitingNotifications => ({
  nowMs: NOW_MS,
  releasesMs: Array(count).fill(NOW_MS - 1_000),
  sentMs: [],
  isDaily: false,
  ...change,
});

it('up to three notifications of a minute are sent one by one', () => {
  expect(nextMessage(waiting(3))).toEqual({ kind: 'send', count: 1 });
  expect(nextMessage(waiting(1, { sentMs: [NOW_MS - 9, NOW_MS - 8] }))).toEqual({ kind: 'send', count: 1 });
});

it('four notifications at once are sent as one message', () => {
  expect(nextMessage(waiting(4))).toEqual({ kind: 'send', count: 4 });
});

it('a burst of notifications after other messages waits until a minute after the first of these messages', () => {
  const sentMs = [NOW_MS - 40_000, NOW_MS - 10_000, NOW_MS - 70_000];
  expect(nextMessage(waiting(2, { sentMs }))).toEqual({ kind: 'wait', untilMs: NOW_MS + 20_000 });
  expect(nextMessage(waiting(20, { sentMs: [NOW_MS - 60_000] }))).toEqual({ kind: 'send', count: 20 });
});

it('messages that a wrong clock dated in the future delay no notification', () => {
  expect(nextMessage(waiting(4, { sentMs: [NOW_MS + 1] }))).toEqual({ kind: 'send', count: 4 });
});

it('a notification that may not be sent yet waits, and is not part of the message', () => {
  const releasesMs = [NOW_MS, NOW_MS + 1, NOW_MS + 1, NOW_MS + 1, NOW_MS + 1];
  expect(nextMessage(waiting(0, { releasesMs }))).toEqual({ kind: 'send', count: 1 });
  expect(nextMessage(waiting(0, { releasesMs: [NOW_MS + 5] }))).toEqual({ kind: 'wait', untilMs: NOW_MS + 5 });
});

it('a daily message contains all notifications, even if there are only two', () => {
  const daily = waiting(2, { isDaily: true, sentMs: [NOW_MS - 1] });
  expect(nextMessage(daily)).toEqual({ kind: 'send', count: 2 });
});
