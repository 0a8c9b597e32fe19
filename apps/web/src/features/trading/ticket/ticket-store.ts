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
  /** Purse of the amount. Null until the app knows the account. */
  readonly purse: string | null;
  /** Duration of the trade, initially the last one chosen on this device. */
  readonly length: TradeLength;
  /** Whether the typed duration is invalid. No order is sent then, not even with the previous duration. */
  readonly durationFault: boolean;
  /** Whether the keys A, S, ↑ and ↓ send orders. It is never stored, so every visit starts with false. */
  readonly armed: boolean;
  readonly setAmount: (amount: string) => void;
  /**
   * Sets the first amount for a purse, unless the user typed an amount for this purse. Drops an amount that the user
   * typed for another purse, because 5000 pesos are not 5000 dollars.
   */
  readonly suggestAmount: (purse: string, amount: string) => void;
  /** Sets the duration. Null means that the typed text is invalid. */
  readonly setLength: (length: TradeLength | null) => void;
  readonly setArmed: (armed: boolean) => void;
};

/** Store of the order in preparation. Ticket, order bar and dialog all show this order. */
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
