import type { BacktestData } from '@vigia/contract';
import { utcClock } from '@vigia/core/candles';
import { err, ok, type Result, zoneOffset } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';
import { candlesWithin, findKeptFile } from '../../price-files/index.ts';
import { MAX_CANDLES } from '../candles/read-history.ts';
import type { BacktestRefusal } from './refusal.ts';
import { firstWholeMinuteFrom, type ResolvedData } from './resolved-data.ts';

type FileData = Extract<BacktestData, { source: 'file' }>;

/** Locates the candles of a price file that its user has imported, without reading them. */
export async function resolvePriceFile(
  sql: Sql,
  userId: string,
  data: FileData,
): Promise<Result<ResolvedData, BacktestRefusal>> {
  const found = await findKeptFile(sql, userId, data.file_id);
  if (!found.ok) return found;
  const { firstTime, lastTime, ...file } = found.value;
  const toUtc = utcClock(file.timeZone, zoneOffset);
  const span = {
    fromTime: Math.max(toUtc(firstTime), data.from === undefined ? 0 : firstWholeMinuteFrom(data.from)),
    toTime: Math.min(
      toUtc(lastTime) + file.stepSeconds,
      data.to === undefined ? Number.MAX_SAFE_INTEGER : firstWholeMinuteFrom(data.to),
    ),
  };
  if (span.fromTime >= span.toTime) return err({ code: 'backtest_no_data', values: { symbol: file.symbol } });
  const room = Math.min(
    await candlesWithin(sql, file.id, span),
    Math.ceil((span.toTime - span.fromTime) / file.stepSeconds),
  );
  if (room > MAX_CANDLES) return err({ code: 'backtest_too_large', values: { maximum: MAX_CANDLES } });
  return ok({
    asset: file.symbol,
    source: file.broker ?? 'imported',
    stepSeconds: file.stepSeconds,
    span,
    key: `file:${file.digest}`,
    ticks: null,
    candles: { kind: 'kept', data: { file, span, room } },
  });
}
