import type { Option } from '@vigia/contract';
import { create } from 'zustand';
import { onSessionEnd } from '#shared/lib/session-end.ts';

type DetailState = {
  readonly trade: Option | null;
  readonly open: (trade: Option) => void;
  readonly close: () => void;
};

/** Store of the trade whose details are open. Its trade is null while the details are closed. */
export const useTradeDetail = create<DetailState>()((set) => ({
  trade: null,
  open: (trade) => set({ trade }),
  close: () => set({ trade: null }),
}));
onSessionEnd(() => useTradeDetail.getState().close());
