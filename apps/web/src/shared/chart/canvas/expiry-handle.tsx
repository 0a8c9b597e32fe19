import type { TradeLength } from '@vigia/core/trades';
import { formatLength, secondsOf } from '@vigia/core/trades';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { nearestLength, nextLength } from '#shared/length/nearest-length.ts';
import { type OfferedLengths } from '#shared/length/offered-lengths.ts';
import { formatClock } from '#shared/lib/format.ts';
import type { ChartView } from '../view/chart-view.ts';
import { useShieldFromChart } from '../view/use-shield-from-chart.ts';
import { canvasMessages } from './messages.es.ts';

const words = canvasMessages.expiry;

/** The duration of the trade that the user prepares. The handle changes it, and never sends an order. */
export type ExpiryChoice = {
  readonly asset: OfferedLengths | undefined;
  readonly length: TradeLength;
  readonly onLength: (length: TradeLength) => void;
};

type ExpiryHandleProps = ExpiryChoice & { readonly view: ChartView; readonly nowMs: number };

/**
 * Renders the time at which a trade would end that is placed now, with a handle. A drag or an arrow key chooses the
 * nearest duration that the asset offers. Durations in ticks have no time and therefore no handle.
 */
export function ExpiryHandle(props: ExpiryHandleProps) {
  const durationS = secondsOf(props.length);
  return durationS === null ? null : <TimedHandle {...props} durationS={durationS} />;
}

function TimedHandle(props: ExpiryHandleProps & { readonly durationS: number }) {
  const { view, nowMs, asset, length, onLength, durationS } = props;
  const handle = useRef<HTMLDivElement>(null);
  useShieldFromChart(handle);
  const [pulledX, setPulledX] = useState<number | null>(null);
  const x = pulledX ?? view.x(nowMs + durationS * 1_000);
  const choose = (next: TradeLength | null) => {
    if (next !== null && formatLength(next) !== formatLength(length)) onLength(next);
  };
  const pull = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const left = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0;
    const pointerX = Math.min(view.width, Math.max(0, event.clientX - left));
    setPulledX(pointerX);
    choose(nearestLength(asset, (view.timeAt(pointerX) - nowMs) / 1_000));
  };
  const press = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // Without this call, the arrow keys would send orders while hotkeys are armed.
    event.stopPropagation();
    choose(nextLength(asset, length, direction));
  };
  if (x < 0 || x > view.width) return null;
  return (
    <>
      <span
        className="pointer-events-none absolute top-0 bottom-0 z-2 border-l border-dashed border-accent/70"
        style={{ left: x }}
        aria-hidden
      />
      <div
        ref={handle}
        role="slider"
        tabIndex={0}
        aria-label={words.label}
        aria-valuenow={durationS}
        aria-valuetext={words.value(formatLength(length), formatClock(nowMs + durationS * 1_000))}
        className="group/expiry absolute bottom-0 z-2 flex h-11 w-16 -translate-x-1/2 cursor-ew-resize touch-none items-end justify-center outline-none"
        style={{ left: x }}
        title={words.label}
        onPointerDown={(event) => {
          if (event.isPrimary && event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={pull}
        onPointerUp={() => setPulledX(null)}
        onPointerCancel={() => setPulledX(null)}
        onKeyDown={press}
      >
        <span className="mb-1 rounded-chip border border-accent bg-overlay px-1.5 text-12 leading-5 font-medium whitespace-nowrap text-fg-1 group-focus-visible/expiry:ring-2 group-focus-visible/expiry:ring-accent">
          {formatLength(length)}
        </span>
      </div>
    </>
  );
}

const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
