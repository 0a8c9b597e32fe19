import type { PriceFileData, StoredData } from '../candles/read-history.ts';
import type { DataSource, RunInputs } from '../threads/protocol.ts';
import type { Upload } from '../uploads/upload-store.ts';

/** Location of a backtest's candles, and the facts known about them before they are read. */
export type ResolvedData = {
  readonly asset: string;
  readonly source: DataSource;
  readonly stepSeconds: number;
  /** Time span of the candles in epoch seconds; `toTime` is exclusive. */
  readonly span: { readonly fromTime: number; readonly toTime: number };
  /** Key of the whole data set. It is the same for every tested part of the data set. */
  readonly key: string;
  /** The ticks of the tested time. Only the simulated market has them, because they are computed from its seed. */
  readonly ticks: RunInputs['ticks'];
  readonly candles:
    | { readonly kind: 'stored'; readonly data: StoredData }
    | { readonly kind: 'file'; readonly file: Upload }
    | { readonly kind: 'kept'; readonly data: PriceFileData };
};

const MINUTE_S = 60;

/** Returns the first whole minute at or after an instant. */
export const firstWholeMinuteFrom = (instant: string): number => Math.ceil(Date.parse(instant) / 60_000) * MINUTE_S;
