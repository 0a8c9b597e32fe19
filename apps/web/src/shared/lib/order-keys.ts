import { create } from 'zustand';
import { readLocal, writeLocal } from './local-values.ts';

const OFFERED_KEY = 'order_keys';

type OrderKeys = {
  /** Whether the ticket offers to arm the keys that send orders; without the offer no key sends one. */
  readonly offered: boolean;
  readonly offer: (offered: boolean) => void;
};

export const useOrderKeys = create<OrderKeys>()((set) => ({
  offered: readLocal(OFFERED_KEY) !== 'off',
  offer: (offered) => {
    writeLocal(OFFERED_KEY, offered ? 'on' : 'off');
    set({ offered });
  },
}));
