import type { TradeLength } from '@vigia/core/trades';
import type { Direction } from '@vigia/core/vocabulary';
import { create } from 'zustand';
import { useUi } from './ui-store.ts';

/** A signal that the user wants to trade by hand. */
export type SignalOrder = {
  readonly id: string;
  /** Name of the setup or strategy. */
  readonly name: string;
  readonly asset: string;
  readonly direction: Direction;
  /** Time from the entry of the signal to its expiry. */
  readonly length: TradeLength;
  /** Time of the entry, epoch milliseconds of the server's clock. */
  readonly entryMs: number;
};

/**
 * Store of the signal whose order form is open. The lists of signals write it, and the order form reads it, because
 * features do not import each other.
 */
export const useSignalOrder = create<{ readonly signal: SignalOrder | null }>()(() => ({ signal: null }));

/** Opens the order form with a signal. It sends nothing. */
export function openSignalOrder(signal: SignalOrder): void {
  useSignalOrder.setState({ signal });
  useUi.getState().openModal('signalOrder');
}
