import type { SignalOutcome } from '@vigia/core/vocabulary';
import type { Box } from '../labels/box.ts';
import type { LabelLayout } from '../labels/lay-out-labels.ts';
import type { ResultMark } from '../marks/trade-marks.ts';
import { chartMessages } from '../messages.es.ts';
import type { DrawingFrame } from './frame.ts';

/**
 * Draws the badge of each result. Its shape shows the outcome, so that colour is not the only signal: a filled disc is
 * won, an empty square is lost, and an empty diamond is a tie. The triangle inside points up for CALL and down for PUT.
 */
export function paintResults(frame: DrawingFrame, results: LabelLayout['results']): void {
  const { ctx, palette } = frame;
  for (const { result, box } of results) {
    const color = resultColor(frame, result);
    const isWon = result.outcome === 'won';
    ctx.beginPath();
    outline(ctx, box, result.outcome);
    ctx.fillStyle = isWon ? color : palette.ground;
    ctx.fill();
    ctx.lineWidth = 1.5;
    ctx.strokeStyle = color;
    ctx.stroke();
    ctx.beginPath();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    triangle(ctx, {
      x,
      tipY: result.direction === 'CALL' ? y - 3.5 : y + 3.5,
      down: result.direction === 'CALL' ? 1 : -1,
    });
    ctx.fillStyle = isWon ? palette.ground : color;
    ctx.fill();
  }
}

function outline(
  ctx: CanvasRenderingContext2D,
  { left, top, width, height }: Box,
  outcome: ResultMark['outcome'],
): void {
  const [x, y] = [left + width / 2, top + height / 2];
  switch (outcome) {
    case 'won':
      ctx.arc(x, y, width / 2 - 1, 0, 2 * Math.PI);
      return;
    case 'lost':
      ctx.roundRect(left + 1.5, top + 1.5, width - 3, height - 3, 2);
      return;
    case 'even':
      ctx.moveTo(x, top + 0.5);
      ctx.lineTo(left + width - 0.5, y);
      ctx.lineTo(x, top + height - 0.5);
      ctx.lineTo(left + 0.5, y);
      ctx.closePath();
      return;
  }
}

type Triangle = { readonly x: number; readonly tipY: number; readonly down: 1 | -1 };

function triangle(ctx: CanvasRenderingContext2D, { x, tipY, down }: Triangle): void {
  ctx.moveTo(x, tipY);
  ctx.lineTo(x - 3.5, tipY + down * 6);
  ctx.lineTo(x + 3.5, tipY + down * 6);
  ctx.closePath();
}

const resultColor = ({ palette: { side, text2 } }: DrawingFrame, { outcome }: ResultMark): string =>
  ({ won: side.CALL.text, lost: side.PUT.text, even: text2 })[outcome];

const OUTCOME_SIGN: Readonly<Record<SignalOutcome, string>> = {
  pending: '',
  won: chartMessages.outcomes.won.sign,
  lost: chartMessages.outcomes.lost.sign,
  tie: chartMessages.outcomes.even.sign,
  void: '–',
};

/** Draws a triangle at each signal, with the outcome of the signal. */
export function paintSignals(frame: DrawingFrame, signals: LabelLayout['signals']): void {
  const { ctx, palette } = frame;
  for (const { signal, box } of signals) {
    const x = box.left + box.width / 2;
    const down = signal.direction === 'CALL' ? 1 : -1;
    const tip = down > 0 ? box.top : box.top + box.height;
    ctx.beginPath();
    ctx.moveTo(x, tip);
    ctx.lineTo(x - 6, tip + down * 9);
    ctx.lineTo(x + 6, tip + down * 9);
    ctx.closePath();
    ctx.lineWidth = 2;
    ctx.strokeStyle = palette.ground;
    ctx.stroke();
    ctx.fillStyle = palette.side[signal.direction].text;
    ctx.fill();
    ctx.font = `600 11px ${palette.font}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = palette.text2;
    ctx.fillText(OUTCOME_SIGN[signal.outcome], x, tip + down * 17);
  }
}
