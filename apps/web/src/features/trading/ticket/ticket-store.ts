import { minorUnits } from '@vigia/core/kernel';
import { isSameLength, type TradeLength } from '@vigia/core/trades';
import { LIMITS, PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { create } from 'zustand';
import { recallForAccount, rememberForAccount } from '#shared/lib/account-memory.ts';
import { FIRST_LENGTH, lastLength, rememberLength, tradeLengthFromText, tradeLengthToText } from './last-length.ts';
import { amountText } from './ticket-maths.ts';

export const DURATIONS_MIN = [1, 2, 3, 5, 10, 15] as const;

type TicketState = {
  /** Typed text of the amount field. */
  readonly amount: string;
  readonly touched: boolean;
  /** Id of the account to which the amount belongs. Null until the app knows the account. */
  readonly accountId: string | null;
  /** Default stake of the profile, as text. The amount that the user typed replaced it. */
  readonly usual: string;
  /** Duration of the trade: the last one chosen on this account, or on this device before the account is known. */
  readonly length: TradeLength;
  /** The duration before the last change of it. */
  readonly lengthBefore: TradeLength;
  /** Whether the typed duration is invalid. The order form then sends no order, not even with the previous duration. */
  readonly durationFault: boolean;
  /** Whether the keys A, S, ↑ and ↓ send orders. The value is never stored, so every visit starts with false. */
  readonly armed: boolean;
  readonly setAmount: (amount: string) => void;
  /**
   * Sets the first amount for an account, unless the user has typed an amount for this account. If the typed amount
   * belongs to another account, it is dropped, because 5000 pesos are not 5000 dollars. The last duration on this
   * account comes back with it.
   */
  readonly suggestAmount: (accountId: string, amount: string, usual: string) => void;
  /** Sets the duration. Null means that the typed text is invalid. */
  readonly setLength: (length: TradeLength | null) => void;
  readonly setArmed: (armed: boolean) => void;
};

/** Store of the order that the user prepares. The order form, the order bar and the dialog all show this order. */
export const useTicketStore = create<TicketState>()((set, get) => ({
  amount: amountText(minorUnits(LIMITS.tradeAmountDefaultMinor), PAPER_CURRENCY),
  touched: false,
  accountId: null,
  usual: '',
  length: lastLength(),
  lengthBefore: FIRST_LENGTH,
  durationFault: false,
  armed: false,
  setAmount: (amount) => {
    const { accountId, usual } = get();
    if (accountId !== null) rememberForAccount(accountId, 'amount', amount, usual);
    set({ amount, touched: true });
  },
  suggestAmount: (accountId, amount, usual) =>
    set((before) => {
      const isOther = before.accountId !== accountId;
      const length = isOther ? tradeLengthFromText(recallForAccount(accountId, 'length')) : null;
      const isTyped = before.touched && !isOther && before.usual === usual;
      return { ...(!isTyped && { accountId, amount, usual, touched: false }), ...(length !== null && { length }) };
    }),
  setLength: (length) => {
    const { accountId } = get();
    if (length !== null) rememberLength(length);
    if (length !== null && accountId !== null) rememberForAccount(accountId, 'length', tradeLengthToText(length));
    set((before) => {
      if (length === null) return { durationFault: true };
      const isChange = !isSameLength(length, before.length);
      return { length, durationFault: false, ...(isChange && { lengthBefore: before.length }) };
    });
  },
  setArmed: (armed) => set({ armed }),
}));
