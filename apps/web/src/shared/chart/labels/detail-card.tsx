import type { ChartView } from '../view/chart-view.ts';
import { type Box, clamp } from './box.ts';
import type { DetailedLabel } from './label-store.ts';
import type { MarkDetail } from './mark-detail.ts';

const WIDTH_PX = 208;
const GAP_PX = 8;
const EDGE_PX = 6;
/** Height in pixels of a card without facts, and of each fact. */
const [HEAD_PX, FACT_PX] = [44, 20];
/** Height in pixels of the row of tools. */
const TOOLS_PX = 54;

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
        style={cardPlace(label.box, detail.facts.length, view)}
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

/**
 * Returns the position of a card: below its label, or else above it, or else beside it. It never lies under the row of
 * tools at the top.
 */
export function cardPlace(
  box: Box,
  facts: number,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const cardPx = HEAD_PX + facts * FACT_PX;
  const lowest = height - EDGE_PX - cardPx;
  const [below, above] = [box.top + box.height + GAP_PX, box.top - GAP_PX - cardPx];
  const place = { width: WIDTH_PX, left: within(box.left + box.width / 2 - WIDTH_PX / 2, width) };
  if (below <= lowest) return { ...place, top: below };
  if (above >= TOOLS_PX) return { ...place, top: above };
  const [before, after] = [box.left - GAP_PX - WIDTH_PX, box.left + box.width + GAP_PX];
  return { ...place, left: within(before >= EDGE_PX ? before : after, width), top: Math.max(TOOLS_PX, lowest) };
}

const within = (left: number, width: number): number =>
  clamp(left, EDGE_PX, Math.max(EDGE_PX, width - WIDTH_PX - EDGE_PX));

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
