import type { ReportTexts } from '../threads/protocol.ts';
import type { TestedData } from '../tries/families.repository.ts';

/** The result of a backtest, and the data that it tested. */
export type FinishedBacktest = ReportTexts & { readonly data: readonly TestedData[] };
