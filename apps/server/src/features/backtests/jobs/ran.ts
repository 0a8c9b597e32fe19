import type { Reported } from '../threads/protocol.ts';
import type { TestedData } from '../tries/families.repository.ts';

/** The result of a backtest, and the data that it tested. */
export type Ran = Reported & { readonly data: readonly TestedData[] };
