import type { BacktestData } from '@vigia/contract';
import { at } from '@vigia/core/candles';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type MarketFacts, simulatedAsset } from '@vigia/core/market-model';
import type { PriceSource } from '@vigia/core/vocabulary';
import { marketOf, storedMinutesCount, storedSpan } from '../../market-data/index.ts';
import { MAX_CANDLES } from '../candles/read-history.ts';
import type { BacktestDeps } from '../deps.ts';
import type { RunInputs } from '../threads/protocol.ts';
import type { Upload, UploadStore } from '../uploads/upload-store.ts';
import type { BacktestRefusal } from './refusal.ts';
import { resolvePriceFile } from './resolve-price-file.ts';
import { firstWholeMinuteFrom, type ResolvedData } from './resolved-data.ts';

/** Source under which `vigia import` stores recorded candles. */
const IMPORTED: PriceSource = 'replay';
const MINUTE_S = 60;
/** Asset name for the candles of an uploaded file, which states no asset. */
const FILE_ASSET = 'CSV';

/** Locates the candles for a backtest without reading them. */
export async function resolveData(
  deps: Pick<BacktestDeps, 'db' | 'markets' | 'simulated'>,
  uploads: UploadStore,
  userId: string,
  data: BacktestData,
): Promise<Result<ResolvedData, BacktestRefusal>> {
  if (data.source === 'csv') return resolveFile(uploads.find(data.upload_id, userId));
  if (data.source === 'file') return resolvePriceFile(deps.db.sql, userId, data);
  const isImported = data.source === 'imported';
  const market = await marketOf(deps.markets, userId);
  if (market.asset(data.asset) === undefined && !isImported)
    return err({ code: 'asset_unknown', values: { symbol: data.asset } });
  const source = isImported ? IMPORTED : market.source;
  const noData: BacktestRefusal = { code: 'backtest_no_data', values: { symbol: data.asset } };
  const stored = await storedSpan(deps.db.sql, source, data.asset);
  if (stored === null) return err(noData);
  const span = {
    fromTime: Math.max(stored.fromTime, data.from === undefined ? 0 : firstWholeMinuteFrom(data.from)),
    toTime: Math.min(stored.toTime, data.to === undefined ? Number.MAX_SAFE_INTEGER : firstWholeMinuteFrom(data.to)),
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
    ticks: source === 'simulated' ? simulatedTicks(deps.simulated, data.asset, span.fromTime) : null,
    candles: { kind: 'stored', data: { source, symbol: data.asset, span } },
  });
}

/** Returns the market whose ticks cover a span; null if the span starts before its first tick. */
function simulatedTicks(market: MarketFacts, symbol: string, fromTime: number): RunInputs['ticks'] {
  const isCovered = fromTime * 1_000 >= (market.origin?.timeMs ?? 0);
  return isCovered && simulatedAsset(symbol) !== undefined ? { market, symbol } : null;
}

function resolveFile(file: Upload | null): Result<ResolvedData, BacktestRefusal> {
  if (file === null) return err({ code: 'backtest_upload_not_found' });
  const { candles, stepSeconds, digest } = file;
  if (candles.length > MAX_CANDLES) return err({ code: 'backtest_too_large', values: { maximum: MAX_CANDLES } });
  return ok({
    asset: FILE_ASSET,
    source: 'csv',
    stepSeconds,
    span: { fromTime: at(candles.time, 0), toTime: at(candles.time, candles.length - 1) + stepSeconds },
    key: `csv:${digest}`,
    ticks: null,
    candles: { kind: 'file', file },
  });
}
