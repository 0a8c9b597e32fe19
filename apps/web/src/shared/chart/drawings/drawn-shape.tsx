import type { DrawingShape } from '@vigia/contract';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { chartMessages } from '../messages.es.ts';
import type { ChartView } from '../view/chart-view.ts';
import { describeShape } from './describe.ts';
import { boxOf, ShapeLines } from './shape-lines.tsx';
import { type Grip, handlesOf, pulled, rayEnd, type Spot, spotsOf, WHOLE } from './shapes.ts';

const words = chartMessages.drawings;

/** Vertical distance in pixels by which an arrow key moves a drawing. */
const STEP_UP_PX = 4;
const FAR = 8;

type DrawnShapeProps = {
  readonly id: string;
  readonly shape: DrawingShape;
  readonly scale: { readonly view: ChartView; readonly decimals: number };
  readonly hintId: string;
  readonly isSelected: boolean;
  readonly onSelect: (id: string | null) => void;
  /** Called with the new shape during a drag, and with null when the drag ends. */
  readonly onDraft: (shape: DrawingShape | null) => void;
  readonly onChange: (id: string, shape: DrawingShape) => void;
  readonly onRemove: (id: string) => void;
};

/**
 * Renders one drawing. When the drawing gets the focus, it is selected. Mouse, touch and arrow keys move its lines and
 * ends.
 */
export function DrawnShape(props: DrawnShapeProps) {
  const { id, shape, scale, hintId, isSelected, onSelect } = props;
  const name = describeShape(shape, scale.decimals);
  const whole = useGrip(props, WHOLE);
  return (
    <g className="group/drawing">
      <g
        role="button"
        tabIndex={0}
        data-drawing={id}
        aria-label={name}
        aria-describedby={hintId}
        aria-pressed={isSelected}
        className="cursor-move touch-none outline-none focus-visible:drop-shadow-[0_0_3px_var(--accent)]"
        onFocus={() => onSelect(id)}
        {...whole}
      >
        <HitArea shape={shape} view={scale.view} isSelected={isSelected} />
        <g className="pointer-events-none">
          <ShapeLines shape={shape} scale={scale} isSelected={isSelected} />
        </g>
      </g>
      {isSelected &&
        handlesOf(shape, scale.view).map((handle, index) => (
          <HandleDot
            key={handle.name}
            {...props}
            grip={handle.grip}
            spot={handle.spot}
            label={words.handle(index + 1, name)}
          />
        ))}
    </g>
  );
}

type HitAreaProps = { readonly shape: DrawingShape; readonly view: ChartView; readonly isSelected: boolean };

/**
 * Renders a hit area that is wider than the line, and even wider on touch screens. A rectangle has hit areas only at
 * its edges, so that a press inside the rectangle pans the chart.
 */
function HitArea({ shape, view, isSelected }: HitAreaProps) {
  const [from, to] = spotsOf(shape, view);
  const wide = 'fill-transparent stroke-transparent stroke-[14px] pointer-coarse:stroke-[32px]';
  if (shape.kind !== 'rectangle') {
    const [first, last] = from.x <= to.x ? [from, to] : [to, from];
    const end = (shape.kind === 'trend_line' && rayEnd([from, to], view)) || last;
    return (
      <line {...{ x1: first.x, y1: first.y, x2: end.x, y2: end.y }} className={cn(wide, '[pointer-events:stroke]')} />
    );
  }
  return (
    <rect {...boxOf(from, to)} className={cn(wide, isSelected ? '[pointer-events:all]' : '[pointer-events:stroke]')} />
  );
}

type HandleDotProps = DrawnShapeProps & { readonly grip: Grip; readonly spot: Spot; readonly label: string };

function HandleDot({ grip, spot, label, ...props }: HandleDotProps) {
  const pull = useGrip(props, grip);
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-describedby={props.hintId}
      className="group/handle cursor-grab touch-none outline-none"
      {...pull}
    >
      <circle
        cx={spot.x}
        cy={spot.y}
        className="[r:9px] fill-transparent [pointer-events:all] pointer-coarse:[r:22px]"
      />
      <circle
        cx={spot.x}
        cy={spot.y}
        r={5}
        className="pointer-events-none fill-inset stroke-accent stroke-2 group-focus-visible/handle:fill-accent"
      />
    </g>
  );
}

type Pull = { readonly startX: number; readonly startY: number; readonly shape: DrawingShape };

/** Returns pointer and key handlers that move these coordinates of the drawing. */
function useGrip({ id, shape, scale, onSelect, onDraft, onChange, onRemove }: DrawnShapeProps, grip: Grip) {
  const pull = useRef<Pull | null>(null);
  const after = ({ clientX, clientY }: PointerEvent): DrawingShape | null => {
    if (!pull.current) return null;
    const { startX, startY, shape: before } = pull.current;
    if (clientX === startX && clientY === startY) return before;
    return pulled(before, grip, { x: clientX - startX, y: clientY - startY }, scale);
  };
  const stop = () => {
    pull.current = null;
    onDraft(null);
  };
  return {
    onPointerDown: (event: PointerEvent<SVGGElement>) => {
      if (!event.isPrimary || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pull.current = { startX: event.clientX, startY: event.clientY, shape };
      onSelect(id);
    },
    onPointerMove: (event: PointerEvent<SVGGElement>) => {
      const next = after(event);
      if (next) onDraft(next);
    },
    onPointerUp: (event: PointerEvent<SVGGElement>) => {
      const next = after(event);
      const isMoved = next !== null && next !== pull.current?.shape;
      stop();
      if (isMoved) onChange(id, next);
    },
    onPointerCancel: stop,
    onKeyDown: (event: KeyboardEvent<SVGGElement>) => {
      const step = stepOf(event, scale.view);
      const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
      if (!step && !isRemoval && event.key !== 'Escape') return;
      event.preventDefault();
      // Without this call, the arrow keys would send orders while hotkeys are armed.
      event.stopPropagation();
      if (step) onChange(id, pulled(shape, grip, step, scale));
      else if (isRemoval) onRemove(id);
      else {
        onSelect(null);
        event.currentTarget.blur();
      }
    },
  };
}

/**
 * Returns by how many pixels an arrow key moves a drawing; a horizontal step is a whole candle. Returns null for any
 * other key.
 */
function stepOf({ key, shiftKey }: KeyboardEvent, { barWidthPx }: ChartView): Spot | null {
  const times = shiftKey ? FAR : 1;
  switch (key) {
    case 'ArrowLeft':
      return { x: -barWidthPx * times, y: 0 };
    case 'ArrowRight':
      return { x: barWidthPx * times, y: 0 };
    case 'ArrowUp':
      return { x: 0, y: -STEP_UP_PX * times };
    case 'ArrowDown':
      return { x: 0, y: STEP_UP_PX * times };
    default:
      return null;
  }
}
