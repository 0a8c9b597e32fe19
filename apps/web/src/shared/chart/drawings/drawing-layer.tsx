import type { DrawingShape } from '@vigia/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import type { ChartView } from '../view/chart-view.ts';
import { useShieldFromChart } from '../view/use-shield-from-chart.ts';
import { DrawnShape } from './drawn-shape.tsx';
import { drawingMessages } from './messages.es.ts';
import { NewShape } from './new-shape.tsx';
import { type Drawing, type DrawingTool, isInView, shapeInTheMiddle } from './shapes.ts';

const words = drawingMessages;

/**
 * The selected drawing tool. If the user selected it by keyboard, there is no pointer position, so the drawing starts
 * in the middle of the chart.
 */
export type ArmedTool = { readonly kind: DrawingTool; readonly by: 'pointer' | 'keyboard' };

export type DrawingLayerProps = {
  readonly drawings: readonly Drawing[];
  readonly tool: ArmedTool | null;
  readonly selectedId: string | null;
  readonly onSelect: (id: string | null) => void;
  readonly onDrawn: (shape: DrawingShape) => void;
  readonly onChange: (id: string, shape: DrawingShape) => void;
  readonly onRemove: (id: string) => void;
  /** Called when the user wants to change the content of a text. */
  readonly onWrite: (id: string) => void;
};

type LayerProps = DrawingLayerProps & { readonly view: ChartView; readonly decimals: number };

/**
 * Renders the drawings of a user over the candles. The user can focus, drag and remove each one, or draw a new one with
 * the selected tool.
 */
export function DrawingLayer({ view, decimals, tool, ...rest }: LayerProps) {
  const { drawings, selectedId, onSelect, onDrawn, onChange, onRemove, onWrite } = rest;
  const [draft, setDraft] = useState<Drawing | null>(null);
  const layer = useRef<SVGSVGElement>(null);
  const hintId = useId();
  useShieldFromChart(layer);
  useFocusOfSelected(layer, selectedId);
  useEffect(() => {
    if (tool?.by === 'keyboard') onDrawn(shapeInTheMiddle(tool.kind, { view, decimals }));
  }, [tool, view, decimals, onDrawn]);
  const shown = drawings.map((drawing) => (drawing.id === draft?.id ? draft : drawing));
  return (
    <>
      <svg
        ref={layer}
        // The default role of an SVG is image, and screen readers announce no children of an image.
        role="group"
        aria-label={words.layer}
        width={view.width}
        height={view.height}
        className={cn('pointer-events-none absolute inset-0 z-3 overflow-hidden', tool && 'touch-none')}
      >
        <g aria-describedby={hintId}>
          {shown
            .filter(({ shape }) => isInView(shape, view))
            .map(({ id, shape }) => (
              <DrawnShape
                key={id}
                id={id}
                shape={shape}
                scale={{ view, decimals }}
                hintId={hintId}
                isSelected={id === selectedId}
                onSelect={onSelect}
                onDraft={(next) => setDraft(next && { id, shape: next })}
                onChange={onChange}
                onRemove={onRemove}
                onWrite={onWrite}
              />
            ))}
        </g>
        {tool?.by === 'pointer' && <NewShape kind={tool.kind} scale={{ view, decimals }} onDrawn={onDrawn} />}
      </svg>
      {drawings.length > 0 && (
        <span id={hintId} className="sr-only">
          {words.keys}
        </span>
      )}
    </>
  );
}

/** Moves the focus to a drawing that the user selected in a list or has just drawn. */
function useFocusOfSelected(layer: { readonly current: SVGSVGElement | null }, selectedId: string | null): void {
  const focused = useRef<string | null>(null);
  useEffect(() => {
    if (selectedId === focused.current) return;
    const element =
      selectedId === null ? null : layer.current?.querySelector<SVGElement>(`[data-drawing="${selectedId}"]`);
    // The drawing has no element until it renders or scrolls into view.
    if (selectedId !== null && !element) return;
    focused.current = selectedId;
    if (element && !element.contains(document.activeElement)) element.focus({ preventScroll: true });
  });
}
