import { type CreateOption, Option } from '@vigia/contract';
import type { Direction } from '@vigia/core/vocabulary';
import { create } from 'zustand';
import { api } from '#shared/lib/api.ts';
import { PATH } from '../queries.ts';
import { type OrderOutcome, OrderSender } from './order-sender.ts';

/** Where the last click stands. */
export type OrderState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly direction: Direction }
  | { readonly kind: 'refused'; readonly message: string; readonly order: CreateOption }
  | { readonly kind: 'unclear'; readonly order: CreateOption; readonly resend: () => Promise<OrderOutcome> | null };

/** One order at a time for the whole app, whichever button or key it came from. */
export const useOrderState = create<{ readonly order: OrderState }>()(() => ({ order: { kind: 'idle' } }));

export const setOrderState = (order: OrderState): void => useOrderState.setState({ order });

export const orderSender = new OrderSender({
  post: (order, idempotencyKey) => api.post(PATH.createOption, { schema: Option, body: order, idempotencyKey }),
  newKey: () => crypto.randomUUID(),
  now: () => performance.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
