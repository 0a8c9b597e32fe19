import { DEFAULT_SYMBOL, DEFAULT_TIMEFRAME, LIMITS, TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { create } from 'zustand';
import { recallForAccount, rememberForAccount } from './account-memory.ts';
import { readLocal, writeLocal } from './local-values.ts';
import { readTab, removeTab, writeTab } from './tab-values.ts';

/** The names of the modals. `login` and `register` open on the landing page, the others in the main layout. */
export type ModalName =
  | 'login'
  | 'register'
  | 'strategyForm'
  | 'tradeForm'
  | 'settings'
  | 'leaveDemo'
  | 'account'
  | 'resetBalance'
  | 'signalOrder';

/**
 * Storage key of the chart symbol. Local storage has the default for a visit, session storage the current choice of the
 * tab.
 */
const SYMBOL_KEY = 'chart_symbol';
const TIMEFRAME_KEY = 'chart_timeframe';
const REFRESH_KEY = 'refresh_interval';
const SIDEBAR_KEY = 'sidebar_collapsed';
/**
 * Window width in pixels up to which the desktop sidebar starts collapsed. If the user has made a choice, that choice
 * applies.
 */
const COLLAPSED_UP_TO_PX = 1_200;

/** The initial values of a visit. A visit lasts as long as its tab. */
export type UiDefaults = { readonly symbol: string; readonly timeframe: Timeframe; readonly refreshIntervalS: number };

type UiState = {
  readonly modal: ModalName | null;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** Seconds between polls while the stream is disconnected. */
  readonly refreshIntervalS: number;
  readonly sidebarCollapsed: boolean;
  readonly mobileMenuOpen: boolean;
  readonly openModal: (modal: ModalName) => void;
  readonly closeModal: () => void;
  /** Id of the account in use, for which asset and timeframe are remembered. Null until the app knows it. */
  readonly accountId: string | null;
  /**
   * Restores the asset and timeframe that the user last chose on this account. A reload keeps those of its tab, which
   * are newer.
   */
  readonly changeAccount: (accountId: string) => void;
  readonly setSymbol: (symbol: string) => void;
  readonly setTimeframe: (timeframe: Timeframe) => void;
  /**
   * Stores the defaults for the next visit. They also apply to this visit, except to values that the user has changed.
   */
  readonly setDefaults: (defaults: UiDefaults) => void;
  /** Resets the values to the defaults of a visit. */
  readonly forgetChosen: () => void;
  readonly setSidebarCollapsed: (collapsed: boolean) => void;
  readonly setMobileMenuOpen: (open: boolean) => void;
};

/**
 * Store of the screen state that the server does not store. Components read single values: `useUi((ui) => ui.symbol)`.
 */
export const useUi = create<UiState>()((set, get) => ({
  modal: null,
  accountId: null,
  symbol: readTab(SYMBOL_KEY) ?? defaultSymbol(),
  timeframe: timeframeNamed(readTab(TIMEFRAME_KEY)) ?? defaultTimeframe(),
  refreshIntervalS: defaultRefreshS(),
  sidebarCollapsed: startsCollapsed(),
  mobileMenuOpen: false,
  openModal: (modal) => set({ modal }),
  closeModal: () => set({ modal: null }),
  changeAccount: (accountId) => {
    const { accountId: before, setSymbol, setTimeframe } = get();
    if (before === accountId) return;
    set({ accountId });
    const isReload = (key: string) => before === null && readTab(key) !== null;
    const symbol = recallForAccount(accountId, 'symbol', defaultSymbol());
    const timeframe = timeframeNamed(recallForAccount(accountId, 'timeframe', defaultTimeframe()));
    if (symbol !== null && !isReload(SYMBOL_KEY)) setSymbol(symbol);
    if (timeframe !== undefined && !isReload(TIMEFRAME_KEY)) setTimeframe(timeframe);
  },
  setSymbol: (symbol) => {
    const { accountId } = get();
    writeTab(SYMBOL_KEY, symbol);
    if (accountId !== null) rememberForAccount(accountId, 'symbol', symbol, defaultSymbol());
    set({ symbol });
  },
  setTimeframe: (timeframe) => {
    const { accountId } = get();
    writeTab(TIMEFRAME_KEY, timeframe);
    if (accountId !== null) rememberForAccount(accountId, 'timeframe', timeframe, defaultTimeframe());
    set({ timeframe });
  },
  setDefaults: ({ symbol, timeframe, refreshIntervalS }) => {
    writeLocal(SYMBOL_KEY, symbol);
    writeLocal(TIMEFRAME_KEY, timeframe);
    writeLocal(REFRESH_KEY, String(refreshIntervalS));
    set({
      ...(readTab(SYMBOL_KEY) === null && { symbol }),
      ...(readTab(TIMEFRAME_KEY) === null && { timeframe }),
      refreshIntervalS,
    });
  },
  forgetChosen: () => {
    removeTab(SYMBOL_KEY);
    removeTab(TIMEFRAME_KEY);
    set({ symbol: defaultSymbol(), timeframe: defaultTimeframe() });
  },
  setSidebarCollapsed: (sidebarCollapsed) => {
    writeLocal(SIDEBAR_KEY, String(sidebarCollapsed));
    set({ sidebarCollapsed });
  },
  setMobileMenuOpen: (mobileMenuOpen) => set({ mobileMenuOpen }),
}));

function defaultSymbol(): string {
  return readLocal(SYMBOL_KEY) ?? DEFAULT_SYMBOL;
}

function defaultTimeframe(): Timeframe {
  return timeframeNamed(readLocal(TIMEFRAME_KEY)) ?? DEFAULT_TIMEFRAME;
}

function timeframeNamed(name: string | null): Timeframe | undefined {
  return TIMEFRAMES.find((timeframe) => timeframe === name);
}

function defaultRefreshS(): number {
  const remembered = Number(readLocal(REFRESH_KEY));
  return Number.isInteger(remembered) && remembered > 0 ? remembered : LIMITS.refreshIntervalDefaultS;
}

function startsCollapsed(): boolean {
  const remembered = readLocal(SIDEBAR_KEY);
  return remembered === null ? window.innerWidth <= COLLAPSED_UP_TO_PX : remembered === 'true';
}
