import type { AccountKind, Venue } from './brokers.ts';
import { TRADING_MODES, type TradingMode } from './trading.ts';

/** An account of a user, named without its currency: the paper account, or the demo or real account at a broker. */
export type AccountRef = { readonly broker: Venue; readonly kind: AccountKind };

/** The account of each trading mode. Orders to other accounts name their broker. */
export const ACCOUNT_OF_MODE = {
  mock: { broker: 'mock', kind: 'mock' },
  iqoption_demo: { broker: 'iqoption', kind: 'demo' },
  iqoption_real: { broker: 'iqoption', kind: 'real' },
} as const satisfies Record<TradingMode, AccountRef>;

/** Returns the trading mode that uses this account, or null if no mode uses it. */
export const modeOfAccount = ({ broker, kind }: AccountRef): TradingMode | null =>
  TRADING_MODES.find((mode) => ACCOUNT_OF_MODE[mode].broker === broker && ACCOUNT_OF_MODE[mode].kind === kind) ?? null;
