import { type KeyboardEvent, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '#shared/lib/cn.ts';
import { canvasMessages } from '../canvas/messages.es.ts';
import type { ChartMarks } from '../marks/chart-marks.ts';
import type { ViewStore } from '../view/chart-view.ts';
import { DetailCard } from './detail-card.tsx';
import type { DetailedLabel, LabelStore } from './label-store.ts';
import { detailsOf } from './mark-detail.ts';
import { type Reach, reachesOf } from './reach.ts';

type Chart = { readonly view: ViewStore; readonly labels: LabelStore; readonly stage: HTMLElement | null };
type MarkDetailsProps = { readonly chart: Chart; readonly marks: ChartMarks; readonly decimals: number };

/**
 * Renders an invisible button over each result and each chip of open trades. Hover, tap and keyboard focus show the
 * details of the label. The elements are children of the candle pane, so that wheel and drag events reach the chart.
 */
export function MarkDetails({ chart, marks, decimals }: MarkDetailsProps) {
  const labels = useSyncExternalStore(chart.labels.subscribe, chart.labels.current);
  const view = useSyncExternalStore(chart.view.subscribe, chart.view.current);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const { stage } = chart;
  if (!view || !stage) return null;
  const shown = detailsOf(labels, marks, decimals);
  if (shown.length === 0) return null;
  const reaches = reachesOf(shown.map(({ label }) => label.box));
  const open = shown.find(({ label }) => keyOf(label) === openKey);
  return createPortal(
    <div role="group" aria-label={canvasMessages.details.group} data-nearest-wins>
      {shown.map(({ label, detail }, index) => {
        const key = keyOf(label);
        return (
          <DetailButton
            key={key}
            label={label}
            name={detail.name}
            reach={reaches[index]}
            onOpen={(isOpen) => setOpenKey((current) => (isOpen ? key : current === key ? null : current))}
          />
        );
      })}
      {open && <DetailCard {...open} view={view} />}
    </div>,
    stage,
  );
}

const keyOf = ({ kind, id }: DetailedLabel): string => `${kind} ${id}`;

/** Returns the CSS variable with the area for a finger. A negative inset lies outside the label. */
const insetOf = (reach: Reach | undefined): Readonly<Record<string, string>> =>
  reach ? { '--reach': [reach.top, reach.right, reach.bottom, reach.left].map((px) => `${-px}px`).join(' ') } : {};

type DetailButtonProps = {
  readonly label: DetailedLabel;
  readonly name: string;
  /** The area for a finger around the label. */
  readonly reach: Reach | undefined;
  readonly onOpen: (isOpen: boolean) => void;
};

/** Renders the button over a label. The area for a finger is larger than the label. */
function DetailButton({ label: { box }, name, reach, onOpen }: DetailButtonProps) {
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onOpen(false);
  };
  return (
    <button
      type="button"
      aria-label={name}
      className={cn(
        'absolute z-2 cursor-help rounded-chip outline-offset-2',
        'before:absolute before:-inset-1 before:content-[""] touch:before:[inset:var(--reach)]',
      )}
      style={{ left: box.left, top: box.top, width: box.width, height: box.height, ...insetOf(reach) }}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onOpen(false)}
      onFocus={() => onOpen(true)}
      onBlur={() => onOpen(false)}
      onClick={() => onOpen(true)}
      onKeyDown={close}
    />
  );
}
