import type { BacktestReport } from '@vigia/contract';

/** A finished backtest that the user compares with others. */
export type ComparedRun = { readonly id: string; readonly name: string; readonly report: BacktestReport };
