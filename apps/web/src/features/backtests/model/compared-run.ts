import type { BacktestReport } from '@vigia/contract';

/** A finished test that is compared with others. */
export type ComparedRun = { readonly id: string; readonly name: string; readonly report: BacktestReport };
