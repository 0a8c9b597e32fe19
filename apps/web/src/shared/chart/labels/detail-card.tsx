import type { ChartView } from '../view/chart-view.ts';
import { type Box, clamp } from './box.ts';
import type { DetailedLabel } from './label-store.ts';
import type { MarkDetail } from './mark-detail.ts';

const WIDTH_PX = 208;
const GAP_PX = 8;
const EDGE_PX = 6;

type DetailCardProps = { readonly label: DetailedLabel; readonly detail: MarkDetail; readonly view: ChartView };

/**
 * Renders the details of a label next to it. The button of the label has the same text as its name, so the card is
 * hidden from screen readers.
 */
export function DetailCard({ label, detail, view }: DetailCardProps) {
  return (
    <>
      {detail.result && <ResultPath result={detail.result} view={view} />}
      <div
        aria-hidden
        data-mark-details
        className="pointer-events-none absolute z-4 rounded-control border border-line-strong bg-overlay px-3 py-2 text-12 shadow-overlay"
        style={cardPlace(label.box, view)}
      >
        <b className="block pb-1 text-13 text-fg-1">{detail.title}</b>
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5">
          {detail.facts.map(({ name, value }, index) => (
            <div key={`${index} ${name}`} className="contents">
              <dt className="text-fg-3">{name}</dt>
              <dd className="text-right font-medium text-fg-1">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}

/** Returns the position of the card: above a label in the lower half of the chart, or else below it. */
export function cardPlace(box: Box, { width, height }: { readonly width: number; readonly height: number }) {
  const left = clamp(box.left + box.width / 2 - WIDTH_PX / 2, EDGE_PX, Math.max(EDGE_PX, width - WIDTH_PX - EDGE_PX));
  const isLow = box.top + box.height / 2 > height / 2;
  return isLow
    ? { left, width: WIDTH_PX, bottom: height - box.top + GAP_PX }
    : { left, width: WIDTH_PX, top: box.top + box.height + GAP_PX };
}

type ResultPathProps = { readonly result: NonNullable<MarkDetail['result']>; readonly view: ChartView };

const OUTCOME_STROKE = {
  won: 'stroke-call fill-call',
  lost: 'stroke-put fill-put',
  even: 'stroke-fg-2 fill-fg-2',
} as const;

/** Draws a line at the entry price from the entry to the expiry, and from there to the deciding price. */
function ResultPath({ result: { entry, atMs, price, outcome }, view }: ResultPathProps) {
  const [x, y] = [view.x(atMs), view.y(price)];
  const from = entry ? { x: view.x(entry.atMs), y: view.y(entry.price) } : { x, y };
  return (
    <svg
      aria-hidden
      width={view.width}
      height={view.height}
      className={`pointer-events-none absolute inset-0 z-2 overflow-hidden ${OUTCOME_STROKE[outcome]}`}
    >
      <line x1={from.x} y1={from.y} x2={x} y2={from.y} strokeDasharray="5 4" />
      <line x1={x} y1={from.y} x2={x} y2={y} strokeWidth={1.5} />
      <circle cx={from.x} cy={from.y} r={2.5} />
      <circle cx={x} cy={y} r={3.5} />
    </svg>
  );
}
