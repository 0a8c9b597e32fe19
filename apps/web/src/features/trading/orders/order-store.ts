import { type CreateOption, Option } from '@vigia/contract';
import type { Direction } from '@vigia/core/vocabulary';
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { api } from '#shared/lib/api.ts';
import { stream } from '#shared/lib/stream.ts';
import { PATH } from '../queries.ts';
import { OrderDesk, type UnknownOrder } from './order-desk.ts';
import { localSentOrders } from './sent-orders.ts';

/** Where the last click stands. */
export type OrderState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly direction: Direction }
  | { readonly kind: 'refused'; readonly code: string | null; readonly message: string; readonly order: CreateOption };

/** One order at a time for the whole app, whichever button or key it came from. */
export const useOrderState = create<{ readonly order: OrderState }>()(() => ({ order: { kind: 'idle' } }));

export const setOrderState = (order: OrderState): void => useOrderState.setState({ order });

export const orderDesk = new OrderDesk({
  post: (order, idempotencyKey) => api.post(PATH.createOption, { schema: Option, body: order, idempotencyKey }),
  newKey: () => crypto.randomUUID(),
  now: () => performance.now(),
  serverNow: () => stream.serverNow(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  kept: localSentOrders,
});

/** Orders of which nobody knows whether they arrived. */
export const useUnknownOrders = (): readonly UnknownOrder[] =>
  useSyncExternalStore(
    (changed) => orderDesk.onChange(changed),
    () => orderDesk.unknown,
  );
