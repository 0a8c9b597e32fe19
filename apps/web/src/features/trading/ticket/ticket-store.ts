import { minorUnits } from '@vigia/core/kernel';
import type { TradeLength } from '@vigia/core/trades';
import { LIMITS, PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { create } from 'zustand';
import { lastLength, rememberLength } from './last-length.ts';
import { amountText } from './ticket-maths.ts';

export const DURATIONS_MIN = [1, 2, 3, 5, 10, 15] as const;

type TicketState = {
  /** Typed text of the amount field. */
  readonly amount: string;
  readonly touched: boolean;
  /** The purse to which the amount belongs; null before the first account is known. */
  readonly purse: string | null;
  /** Length of the trade, as last chosen on this device. */
  readonly length: TradeLength;
  /** Whether the typed duration is invalid, so that no order may be sent with the previous one. */
  readonly durationFault: boolean;
  /** Whether A, S and the arrows send orders. It is never stored: every visit starts with it off. */
  readonly armed: boolean;
  readonly setAmount: (amount: string) => void;
  /**
   * Sets the amount with which an order of a purse starts, unless the user typed one for this purse. An amount typed
   * for another purse is dropped: 5000 pesos are not 5000 dollars.
   */
  readonly suggestAmount: (purse: string, amount: string) => void;
  /** Sets the length; null if the typed text is not a valid one. */
  readonly setLength: (length: TradeLength | null) => void;
  readonly setArmed: (armed: boolean) => void;
};

/** Store of the order being prepared; ticket, order bar and dialog show this one order. */
export const useTicketStore = create<TicketState>()((set) => ({
  amount: amountText(minorUnits(LIMITS.tradeAmountDefaultMinor), PAPER_CURRENCY),
  touched: false,
  purse: null,
  length: lastLength(),
  durationFault: false,
  armed: false,
  setAmount: (amount) => set({ amount, touched: true }),
  suggestAmount: (purse, amount) =>
    set((before) => (before.touched && before.purse === purse ? {} : { purse, amount, touched: false })),
  setLength: (length) => {
    if (length !== null) rememberLength(length);
    set(length === null ? { durationFault: true } : { length, durationFault: false });
  },
  setArmed: (armed) => set({ armed }),
}));
