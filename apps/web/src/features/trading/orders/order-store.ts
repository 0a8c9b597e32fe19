import type { CreateOption } from '@vigia/contract';
import type { Direction } from '@vigia/core/vocabulary';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { featureService, useServices } from '#shared/lib/services.ts';
import { callAfter } from '#shared/lib/timer.ts';
import { OrderSubmitter, type UnknownOrder } from './order-submitter.ts';
import { postOrder } from './post-order.ts';
import { localSentOrders } from './sent-orders.ts';

/** State of the order that the user clicked last. */
export type OrderState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'sending';
      readonly direction: Direction;
      /** Id of the trade that the order repeats. Absent for an order of the order form. */
      readonly repeats?: string | undefined;
    }
  | { readonly kind: 'refused'; readonly code: string | null; readonly message: string; readonly order: CreateOption };

export const ordersOf = featureService(({ api, stream }) => {
  const submitter = new OrderSubmitter({
    post: (sent) => postOrder(api, sent),
    newKey: () => crypto.randomUUID(),
    now: () => performance.now(),
    serverNow: () => stream.serverNow(),
    after: callAfter,
    kept: localSentOrders,
  });
  const state = createStore<OrderState>()(() => ({ kind: 'idle' }));
  return { submitter, state, setState: (next: OrderState): void => state.setState(next, true) };
});
export type OrderTicket = ReturnType<typeof ordersOf>;

export const useOrders = (): OrderTicket => ordersOf(useServices());

/**
 * Returns the state of the current order. The whole app sends only one order at a time, whatever button or key the user
 * presses.
 */
export const useOrderState = (): OrderState => useStore(useOrders().state);

/** Returns the orders without a response. The server may or may not have accepted them. */
export function useUnknownOrders(): readonly UnknownOrder[] {
  const { submitter } = useOrders();
  return useSyncExternalStore(
    (changed) => submitter.onChange(changed),
    () => submitter.unknown,
  );
}
