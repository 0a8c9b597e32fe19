import { useQueryClient } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import type { BrokerStatusView } from '@vigia/contract';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeBrokerStatus } from '#features/connections/queries.ts';
import { brokerOf, brokersAnswer, connectedTo, statusOf } from '#features/connections/testing.ts';
import { useConnections } from '#features/connections/use-connections.ts';
import { useNotifications } from '#shared/lib/notifications-store.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel } from '#shared/test/mount-panel.tsx';
import { LOST_AFTER_MS, useBrokerNews } from './use-broker-news.ts';

let api: FakeApi;
let take: (status: BrokerStatusView) => void = () => {};

/** Makes the fake server send this response to all following requests. */
const answer = (status: BrokerStatusView) =>
  api.on('GET /api/v1/multi-broker/brokers', { status: 200, body: brokersAnswer(brokerOf('deriv', status)) });

function Watcher() {
  useBrokerNews();
  const queries = useQueryClient();
  const { data } = useConnections();
  useEffect(() => {
    take = (status) => takeBrokerStatus(queries, status);
  }, [queries]);
  return <h1>{data?.brokers[0]?.status.connection_status}</h1>;
}

beforeEach(async () => {
  drawNothing();
  api = new FakeApi();
  answer(connectedTo('deriv'));
  mountPanel(<Watcher />, { api });
  await screen.findByText('connected');
  await act(async () => {});
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  useNotifications.getState().clear();
});

const become = (connection_status: BrokerStatusView['connection_status'], message: string | null = null) =>
  act(async () => {
    const status = statusOf('deriv', { connection_status, last_error_message: message });
    answer(status);
    take(status);
    // The screen handles a received event in the next turn of the event loop.
    await vi.advanceTimersByTimeAsync(1);
  });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = () => useNotifications.getState().list.map(({ title, text }) => `${title}. ${text}`);

it('useBrokerNews reports a broker that stays disconnected, with the reason, and later its reconnection', async () => {
  await become('error', 'El token ya no vale.');
  await wait(LOST_AFTER_MS - 10);
  expect(shown()).toEqual([]);
  await wait(20);
  expect(shown()).toEqual(['Deriv se desconectó. El token ya no vale.']);
  await wait(LOST_AFTER_MS * 3);
  expect(shown()).toHaveLength(1);
  await become('connected');
  expect(shown()[0]).toBe('Deriv volvió. Tus órdenes y su estado se están poniendo al día.');
});

it('useBrokerNews does not report a lost connection that is restored at once', async () => {
  await become('connecting');
  await wait(1_000);
  await become('connected');
  await wait(LOST_AFTER_MS * 2);
  expect(shown()).toEqual([]);
});

it('useBrokerNews does not report the disconnect of a broker by the user', async () => {
  await become('disconnected');
  await wait(LOST_AFTER_MS * 2);
  await become('connecting');
  await wait(LOST_AFTER_MS * 2);
  expect(shown()).toEqual([]);
});

it('useBrokerNews warns once that a copied broker session ends soon, and warns again for the next session', async () => {
  const ending = (hours: number) =>
    act(async () => {
      const expires_at = new Date(Date.now() + hours * 3_600_000).toISOString();
      const status = connectedTo('deriv', { connection_info: { expires_at } });
      answer(status);
      take(status);
      await vi.advanceTimersByTimeAsync(1);
      take({ ...status });
      await vi.advanceTimersByTimeAsync(1);
    });
  const titles = () => useNotifications.getState().list.map(({ title }) => title);
  await ending(40);
  expect(titles()).toEqual([]);
  await ending(3);
  expect(titles()).toEqual(['Tu sesión en Deriv caduca en 3 h']);
  await ending(2);
  expect(titles()).toHaveLength(2);
});
