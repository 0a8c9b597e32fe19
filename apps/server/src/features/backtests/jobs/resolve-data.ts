import type { BacktestData } from '@vigia/contract';
import { at } from '@vigia/core/candles';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import { marketOf, storedMinutesCount, storedSpan } from '../../market-data/index.ts';
import { MAX_CANDLES, type StoredData } from '../candles/read-history.ts';
import type { BacktestDeps } from '../deps.ts';
import type { DataSource } from '../threads/protocol.ts';
import type { Upload, UploadStore } from '../uploads/upload-store.ts';
import type { Refusal } from './refusal.ts';

/** Location of a backtest's candles, and the facts known before they are read. */
export type ResolvedData = {
  readonly asset: string;
  readonly source: DataSource;
  readonly stepSeconds: number;
  /** Time span of the candles in epoch seconds; `toTime` is exclusive. */
  readonly span: { readonly fromTime: number; readonly toTime: number };
  /** Identifies the data, independent of the tested part. */
  readonly key: string;
  readonly candles:
    | { readonly kind: 'stored'; readonly data: StoredData }
    | { readonly kind: 'file'; readonly file: Upload };
};

/** Source under which recorded candles are stored when `vigia import` loads them. */
const IMPORTED: PriceSource = 'replay';
const MINUTE_S = 60;
/** Asset name of the candles of a file, which does not name its asset. */
const FILE_ASSET = 'CSV';

/** Finds the candles for a backtest without reading them. */
export async function resolveData(
  deps: Pick<BacktestDeps, 'db' | 'markets'>,
  uploads: UploadStore,
  userId: string,
  data: BacktestData,
): Promise<Result<ResolvedData, Refusal>> {
  if (data.source === 'csv') return resolveFile(uploads.find(data.upload_id, userId));
  const isImported = data.source === 'imported';
  const market = await marketOf(deps.markets, userId);
  if (market.asset(data.asset) === undefined && !isImported)
    return err({ code: 'asset_unknown', values: { symbol: data.asset } });
  const source = isImported ? IMPORTED : market.source;
  const noData: Refusal = { code: 'backtest_no_data', values: { symbol: data.asset } };
  const stored = await storedSpan(deps.db.sql, source, data.asset);
  if (stored === null) return err(noData);
  const span = {
    fromTime: Math.max(stored.fromTime, data.from === undefined ? 0 : minuteFrom(data.from)),
    toTime: Math.min(stored.toTime, data.to === undefined ? Number.MAX_SAFE_INTEGER : minuteFrom(data.to)),
  };
  if (span.fromTime >= span.toTime) return err(noData);
  const count = await storedMinutesCount(deps.db.sql, source, data.asset, span, MAX_CANDLES);
  if (count === 0) return err(noData);
  if (count > MAX_CANDLES) return err({ code: 'backtest_too_large', values: { maximum: MAX_CANDLES } });
  return ok({
    asset: data.asset,
    source: isImported ? 'imported' : source,
    stepSeconds: MINUTE_S,
    span,
    key: `${source}:${data.asset}`,
    candles: { kind: 'stored', data: { source, symbol: data.asset, span } },
  });
}

/** Returns the first whole minute at or after an instant. */
const minuteFrom = (instant: string): number => Math.ceil(Date.parse(instant) / 60_000) * MINUTE_S;

function resolveFile(file: Upload | null): Result<ResolvedData, Refusal> {
  if (file === null) return err({ code: 'backtest_upload_not_found' });
  const { candles, stepSeconds, digest } = file;
  if (candles.length > MAX_CANDLES) return err({ code: 'backtest_too_large', values: { maximum: MAX_CANDLES } });
  return ok({
    asset: FILE_ASSET,
    source: 'csv',
    stepSeconds,
    span: { fromTime: at(candles.time, 0), toTime: at(candles.time, candles.length - 1) + stepSeconds },
    key: `csv:${digest}`,
    candles: { kind: 'file', file },
  });
}
