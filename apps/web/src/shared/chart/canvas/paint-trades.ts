import { outcomeAt } from '@vigia/core/kernel';
import type { SignalOutcome } from '@vigia/core/vocabulary';
import { formatCountdown } from '#shared/lib/format.ts';
import type { ResultMark, SignalMark, TradeMark } from '../marks/trade-marks.ts';
import { chartMessages } from '../messages.es.ts';
import { drawLabel, type Frame, strokeLine } from './frame.ts';

type Point = readonly [x: number, y: number];

const PILL_RADIUS = 10;
const CHIP_RADIUS = 8;
/**
 * Distance in pixels between the entry point and its label on the left. The label therefore does not cover the next
 * candles.
 */
const CHIP_OFFSET_PX = 64;
const EXPIRY_TOP_PX = 34;

/** Fills the area from entry to expiry, below the candles. The colour depends on the current result of the trade. */
export function paintTradeAreas(frame: Frame, trades: readonly TradeMark[]): void {
  const { ctx, palette } = frame;
  for (const trade of trades) {
    const outcome = outcomeAt(trade.direction, trade.entryPrice, frame.lastPrice);
    const from = frame.x(trade.entryMs);
    const entryY = frame.y(trade.entryPrice);
    ctx.globalAlpha = 0.16;
    ctx.fillStyle = palette.side[outcome === 'won' ? 'CALL' : 'PUT'].candle;
    ctx.fillRect(from, entryY, frame.x(trade.expiryMs) - from, frame.y(frame.lastPrice) - entryY);
  }
  ctx.globalAlpha = 1;
}

/** Draws the entry line with its label and the expiry line with its countdown. */
export function paintTrades(frame: Frame, trades: readonly TradeMark[]): void {
  for (const trade of trades) paintLines(frame, trade);
  for (const trade of trades) paintLabels(frame, trade);
}

function paintLines(frame: Frame, trade: TradeMark): void {
  const { palette } = frame;
  const entryY = Math.round(frame.y(trade.entryPrice)) + 0.5;
  const expiryX = Math.round(frame.x(trade.expiryMs)) + 0.5;
  const { text } = palette.side[trade.direction];
  strokeLine(frame, [frame.x(trade.entryMs), entryY], [frame.width, entryY], { color: text, width: 1.2, dash: [5, 4] });
  strokeLine(frame, [expiryX, EXPIRY_TOP_PX], [expiryX, frame.height], { color: palette.text2, dash: [2, 3] });
}

function paintLabels(frame: Frame, trade: TradeMark): void {
  const { palette } = frame;
  const side = palette.side[trade.direction];
  const entry = { x: frame.x(trade.entryMs), y: Math.round(frame.y(trade.entryPrice)) + 0.5 };
  paintDot(frame, [entry.x, entry.y], side.text, 4.5);
  drawLabel(
    frame,
    trade.label,
    { centerX: entry.x - CHIP_OFFSET_PX, top: entry.y - 10, away: -1 },
    { color: palette.onFill, border: side.fill, background: side.fill, radius: PILL_RADIUS, weight: 600 },
  );
  const expiryX = frame.x(trade.expiryMs);
  if (expiryX < 0 || expiryX > frame.width) return;
  drawLabel(
    frame,
    countdown(frame, trade.expiryMs - frame.nowMs),
    { centerX: expiryX, top: EXPIRY_TOP_PX + 4, away: 1 },
    { color: palette.text1, border: palette.lineStrong, background: palette.overlay, radius: CHIP_RADIUS, weight: 600 },
  );
}

function paintDot({ ctx, palette }: Frame, [x, y]: Point, color: string, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = color;
  ctx.fill();
  ctx.lineWidth = 2;
  ctx.strokeStyle = palette.ground;
  ctx.stroke();
}

function countdown({ narrow }: Frame, leftMs: number): string {
  if (leftMs <= 0) return chartMessages.settling;
  return narrow ? formatCountdown(leftMs) : chartMessages.expiresIn(formatCountdown(leftMs));
}

/**
 * Draws a line from the entry to the price that decided the trade. Sign, words and line style show the result, so that
 * colour is not the only signal.
 */
export function paintResults(frame: Frame, results: readonly ResultMark[]): void {
  for (const result of results) {
    const { entry, atMs, price } = result;
    const color = resultColor(frame, result);
    const end: Point = [frame.x(atMs), frame.y(price)];
    const start: Point = entry ? [frame.x(entry.atMs), frame.y(entry.price)] : end;
    if (end[0] < 0 || start[0] > frame.width) continue;
    strokeLine(frame, start, [end[0], start[1]], { color, width: 1.2, dash: [5, 4] });
    strokeLine(frame, [end[0], start[1]], end, { color, width: 1.5 });
    paintDot(frame, start, color, 3);
    paintDot(frame, end, color, 4.5);
  }
  for (const result of results) {
    const x = frame.x(result.atMs);
    if (x < 0 || x > frame.width) continue;
    const color = resultColor(frame, result);
    // The label is on the side to which the price moved, so that it does not cover its line.
    const isAbove = result.entry === null || result.price >= result.entry.price;
    drawLabel(
      frame,
      result.label,
      { centerX: x, top: frame.y(result.price) + (isAbove ? -30 : 10), away: isAbove ? -1 : 1 },
      { color, border: color, background: frame.palette.surface, radius: PILL_RADIUS, weight: 600 },
    );
  }
}

const resultColor = ({ palette: { side, text2 } }: Frame, { outcome }: ResultMark): string =>
  ({ won: side.CALL.text, lost: side.PUT.text, even: text2 })[outcome];

const OUTCOME_SIGN: Readonly<Record<SignalOutcome, string>> = {
  pending: '',
  won: chartMessages.outcomes.won.sign,
  lost: chartMessages.outcomes.lost.sign,
  tie: chartMessages.outcomes.even.sign,
  void: '–',
};

/** Draws a triangle at each signal, with the outcome of the signal. */
export function paintSignals(frame: Frame, signals: readonly SignalMark[]): void {
  const { ctx, palette } = frame;
  for (const { direction, atMs, price, outcome } of signals) {
    const x = frame.x(atMs);
    if (x < 0 || x > frame.width) continue;
    const down = direction === 'CALL' ? 1 : -1;
    const tip = frame.y(price) + down * 9;
    ctx.beginPath();
    ctx.moveTo(x, tip);
    ctx.lineTo(x - 6, tip + down * 9);
    ctx.lineTo(x + 6, tip + down * 9);
    ctx.closePath();
    ctx.lineWidth = 2;
    ctx.strokeStyle = palette.ground;
    ctx.stroke();
    ctx.fillStyle = palette.side[direction].text;
    ctx.fill();
    ctx.font = `600 11px ${palette.font}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = palette.text2;
    ctx.fillText(OUTCOME_SIGN[outcome], x, tip + down * 17);
  }
}
