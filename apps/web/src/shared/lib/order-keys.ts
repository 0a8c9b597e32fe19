import { create } from 'zustand';
import { readLocal, writeLocal } from './local-values.ts';

const OFFERED_KEY = 'order_keys';

type OrderKeys = {
  /** Whether the user can arm the hotkeys in the order form. If false, no key sends an order. */
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
