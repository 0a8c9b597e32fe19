import { constants, gzipSync } from 'node:zlib';
import { type BacktestTrade, type TradeColumns, tradeAt } from '@vigia/core/backtest';
import { type Currency, formatMinor } from '@vigia/core/money';

const HEADER = 'entry_time,expiry_time,direction,entry_price,settle_price,result,payout,profit';
const instant = (ms: number): string => new Date(ms).toISOString();

/** Fast compression, because a report waits for it: a quarter larger and four times as fast as the standard level. */
const LEVEL = { level: constants.Z_BEST_SPEED };

/** Number of characters after which the lines become bytes. Longer texts make the garbage collector slow. */
const PART_LENGTH = 65_536;

/** Writes every ended trade as CSV, one per line in the order of entry, compressed with gzip. */
export function tradesCsvGz(trades: TradeColumns, currency: Currency): Uint8Array {
  const parts: Uint8Array[] = [];
  let text = `${HEADER}\r\n`;
  for (let row = 0; row < trades.length; row += 1) {
    const trade = tradeAt(trades, row);
    if (trade.result !== 'pending') text += lineOf(trade, currency);
    if (text.length < PART_LENGTH) continue;
    parts.push(Buffer.from(text, 'latin1'));
    text = '';
  }
  parts.push(Buffer.from(text, 'latin1'));
  return gzipSync(Buffer.concat(parts), LEVEL);
}

function lineOf(trade: BacktestTrade, currency: Currency): string {
  const times = `${instant(trade.entryMs)},${instant(trade.expiryMs)}`;
  const prices = `${trade.entryPrice},${trade.settlePrice ?? ''}`;
  const profit = formatMinor(trade.profitMinor, currency);
  return `${times},${trade.direction},${prices},${trade.result},${trade.payoutRatio},${profit}\r\n`;
}
