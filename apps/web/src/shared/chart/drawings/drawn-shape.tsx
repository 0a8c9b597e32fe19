import type { DrawingShape } from '@vigia/contract';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { ChartView } from '../view/chart-view.ts';
import { describeShape } from './describe.ts';
import { HitArea } from './hit-area.tsx';
import { drawingMessages } from './messages.es.ts';
import { ShapeLines } from './shape-lines.tsx';
import { type DraggedCoordinates, draggedShape, handlesOf, type PixelPosition, WHOLE_SHAPE } from './shapes.ts';

const words = drawingMessages;

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
  /** Called when the user wants to change the content of a text. */
  readonly onWrite: (id: string) => void;
};

/**
 * Renders one drawing. When the drawing gets the focus, it is selected. Mouse, touch and arrow keys move its lines and
 * ends.
 */
export function DrawnShape(props: DrawnShapeProps) {
  const { id, shape, scale, hintId, isSelected, onSelect, onWrite } = props;
  const name = describeShape(shape, scale.decimals);
  const whole = useGrip(props, WHOLE_SHAPE);
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
        onDoubleClick={() => shape.kind === 'text' && onWrite(id)}
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

type HandleDotProps = DrawnShapeProps & {
  readonly grip: DraggedCoordinates;
  readonly spot: PixelPosition;
  readonly label: string;
};

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
function useGrip(props: DrawnShapeProps, grip: DraggedCoordinates) {
  const { id, shape, scale, onSelect, onDraft, onChange, onRemove, onWrite } = props;
  const pull = useRef<Pull | null>(null);
  const after = ({ clientX, clientY }: PointerEvent): DrawingShape | null => {
    if (!pull.current) return null;
    const { startX, startY, shape: before } = pull.current;
    if (clientX === startX && clientY === startY) return before;
    return draggedShape(before, grip, { x: clientX - startX, y: clientY - startY }, scale);
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
      const isWriting = event.key === 'Enter' && shape.kind === 'text';
      if (!step && !isRemoval && !isWriting && event.key !== 'Escape') return;
      event.preventDefault();
      // Without this call, the arrow keys would send orders while hotkeys are armed.
      event.stopPropagation();
      if (step) onChange(id, draggedShape(shape, grip, step, scale));
      else if (isRemoval) onRemove(id);
      else if (isWriting) onWrite(id);
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
function stepOf({ key, shiftKey }: KeyboardEvent, { barWidthPx }: ChartView): PixelPosition | null {
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
