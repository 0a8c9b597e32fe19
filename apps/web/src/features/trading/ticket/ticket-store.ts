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
  /** Purse (account kind and currency) to which the amount belongs. Null until the app knows the account. */
  readonly purse: string | null;
  /** Duration of the trade, initially the last one chosen on this device. */
  readonly length: TradeLength;
  /** Whether the typed duration is invalid. The order form then sends no order, not even with the previous duration. */
  readonly durationFault: boolean;
  /** Whether the keys A, S, ↑ and ↓ send orders. The value is never stored, so every visit starts with false. */
  readonly armed: boolean;
  readonly setAmount: (amount: string) => void;
  /**
   * Sets the first amount for a purse, unless the user has typed an amount for this purse. If the typed amount belongs
   * to another purse, it is dropped, because 5000 pesos are not 5000 dollars.
   */
  readonly suggestAmount: (purse: string, amount: string) => void;
  /** Sets the duration. Null means that the typed text is invalid. */
  readonly setLength: (length: TradeLength | null) => void;
  readonly setArmed: (armed: boolean) => void;
};

/** Store of the order that the user prepares. The order form, the order bar and the dialog all show this order. */
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
