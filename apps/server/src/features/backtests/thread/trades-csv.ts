import { gzipSync } from 'node:zlib';
import { type BacktestTrade, type TradeColumns, tradeAt } from '@vigia/core/backtest';
import { type Currency, formatMinor } from '@vigia/core/money';

const HEADER = 'entry_time,expiry_time,direction,entry_price,settle_price,result,payout,profit';
const instant = (ms: number): string => new Date(ms).toISOString();

/** Writes every ended trade as CSV, one per line in the order of entry, compressed with gzip. */
export function tradesCsvGz(trades: TradeColumns, currency: Currency): Uint8Array {
  const lines = [HEADER];
  for (let row = 0; row < trades.length; row += 1) {
    const trade = tradeAt(trades, row);
    if (trade.result !== 'pending') lines.push(lineOf(trade, currency));
  }
  return gzipSync(`${lines.join('\r\n')}\r\n`);
}

const lineOf = (trade: BacktestTrade, currency: Currency): string =>
  [
    instant(trade.entryMs),
    instant(trade.expiryMs),
    trade.direction,
    trade.entryPrice,
    trade.settlePrice ?? '',
    trade.result,
    trade.payoutRatio,
    formatMinor(trade.profitMinor, currency),
  ].join(',');
