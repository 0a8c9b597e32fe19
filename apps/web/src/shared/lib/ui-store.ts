import { DEFAULT_SYMBOL, DEFAULT_TIMEFRAME, LIMITS, TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { create } from 'zustand';
import { readLocal, writeLocal } from './local-values.ts';

/**
 * The product's five modals, the question before a demo is left, the choice of mode and another paper balance. login and
 * register open on the landing page, the others in the main layout.
 */
export type ModalName =
  | 'login'
  | 'register'
  | 'strategyForm'
  | 'tradeForm'
  | 'settings'
  | 'leaveDemo'
  | 'mode'
  | 'resetBalance';

const SYMBOL_KEY = 'chart_symbol';
const TIMEFRAME_KEY = 'chart_timeframe';
const SIDEBAR_KEY = 'sidebar_collapsed';
/** Below this width the desktop sidebar starts folded, unless the user has chosen. */
const FOLDED_UP_TO_PX = 1_200;

type UiState = {
  readonly modal: ModalName | null;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** Seconds between polls where the stream is not at hand. */
  readonly refreshIntervalS: number;
  readonly sidebarCollapsed: boolean;
  readonly mobileMenuOpen: boolean;
  readonly openModal: (modal: ModalName) => void;
  readonly closeModal: () => void;
  readonly setSymbol: (symbol: string) => void;
  readonly setTimeframe: (timeframe: Timeframe) => void;
  readonly setSidebarCollapsed: (collapsed: boolean) => void;
  readonly setMobileMenuOpen: (open: boolean) => void;
};

/** What the screen remembers and no server knows. Take single values from it: `useUi((ui) => ui.symbol)`. */
export const useUi = create<UiState>()((set) => ({
  modal: null,
  symbol: readLocal(SYMBOL_KEY) ?? DEFAULT_SYMBOL,
  timeframe: rememberedTimeframe(),
  refreshIntervalS: LIMITS.refreshIntervalDefaultS,
  sidebarCollapsed: startsCollapsed(),
  mobileMenuOpen: false,
  openModal: (modal) => set({ modal }),
  closeModal: () => set({ modal: null }),
  setSymbol: (symbol) => {
    writeLocal(SYMBOL_KEY, symbol);
    set({ symbol });
  },
  setTimeframe: (timeframe) => {
    writeLocal(TIMEFRAME_KEY, timeframe);
    set({ timeframe });
  },
  setSidebarCollapsed: (sidebarCollapsed) => {
    writeLocal(SIDEBAR_KEY, String(sidebarCollapsed));
    set({ sidebarCollapsed });
  },
  setMobileMenuOpen: (mobileMenuOpen) => set({ mobileMenuOpen }),
}));

function rememberedTimeframe(): Timeframe {
  const remembered = readLocal(TIMEFRAME_KEY);
  return TIMEFRAMES.find((timeframe) => timeframe === remembered) ?? DEFAULT_TIMEFRAME;
}

function startsCollapsed(): boolean {
  const remembered = readLocal(SIDEBAR_KEY);
  return remembered === null ? window.innerWidth <= FOLDED_UP_TO_PX : remembered === 'true';
}
