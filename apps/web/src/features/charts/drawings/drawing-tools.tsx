import {
  List,
  type LucideIcon,
  Minus,
  MoveUpRight,
  Pencil,
  Rows4,
  Square,
  Trash2,
  TrendingUp,
  Type,
} from 'lucide-react';
import { describeShape } from '#shared/chart/drawings/describe.ts';
import { drawingMessages } from '#shared/chart/drawings/messages.es.ts';
import { DRAWING_TOOLS, type DrawingTool } from '#shared/chart/drawings/shapes.ts';
import { cn } from '#shared/lib/cn.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Popover, PopoverClose, PopoverPanel, PopoverTrigger } from '#shared/ui/popover.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { Tooltip } from '#shared/ui/tooltip.tsx';
import { chartMessages } from '../messages.es.ts';
import type { Drawings } from './use-drawings.ts';

const words = chartMessages.drawings;
const ICONS: Readonly<Record<DrawingTool, LucideIcon>> = {
  horizontal_line: Minus,
  trend_line: TrendingUp,
  ray: MoveUpRight,
  rectangle: Square,
  fibonacci: Rows4,
  text: Type,
};

type DrawingToolsProps = { readonly drawings: Drawings; readonly decimals: number };

/**
 * Renders the drawing tools and the list of drawings. If the user selects a tool by keyboard, it draws at once in the
 * middle of the chart.
 */
export function DrawingTools({ drawings, decimals }: DrawingToolsProps) {
  const { tool, setTool, isFull } = drawings;
  return (
    <div role="toolbar" aria-label={words.tools} className="contents">
      {DRAWING_TOOLS.map((kind) => {
        const Icon = ICONS[kind];
        const isArmed = tool?.kind === kind;
        return (
          <Tooltip key={kind} text={isFull ? words.full : drawingMessages.kinds[kind]} side="bottom">
            <Button
              variant="ghost"
              size="icon"
              className={cn('size-7 shrink-0 touch:size-(--h-touch)', isArmed && 'bg-accent-tint text-accent')}
              aria-label={drawingMessages.kinds[kind]}
              aria-pressed={isArmed}
              aria-disabled={isFull}
              onClick={({ detail }) => {
                if (isFull) return;
                setTool(isArmed ? null : { kind, by: detail === 0 ? 'keyboard' : 'pointer' });
              }}
            >
              <Icon size={16} aria-hidden />
            </Button>
          </Tooltip>
        );
      })}
      <DrawingList drawings={drawings} decimals={decimals} />
    </div>
  );
}

const DrawingList = ({ drawings: { drawings, select, remove, isFull, writing }, decimals }: DrawingToolsProps) => (
  <Popover>
    <PopoverTrigger
      className={cn(buttonClass({ variant: 'ghost', size: 'icon' }), 'relative size-7 shrink-0 touch:size-(--h-touch)')}
      aria-label={words.list(drawings.length)}
    >
      <List size={16} aria-hidden />
      {drawings.length > 0 && (
        <b className="absolute -top-1 -right-1.5 min-w-4 rounded-pill bg-line-control px-1 text-12 leading-4 font-semibold text-on-fill">
          {drawings.length}
        </b>
      )}
    </PopoverTrigger>
    <PopoverPanel
      side="bottom"
      align="start"
      sideOffset={8}
      aria-label={words.title}
      // The new drawing gets the focus instead of the button.
      onCloseAutoFocus={(event) => event.preventDefault()}
      className="max-h-[60dvh] w-[340px] overflow-y-auto"
    >
      <h2 className="border-b border-line px-4 py-3">{words.title}</h2>
      {isFull && <p className="border-b border-line px-4 py-2.5 text-13 text-warn">{words.full}</p>}
      {drawings.length === 0 ? (
        <EmptyState icon={List} text={words.none} />
      ) : (
        <ul className="p-1">
          {drawings.map(({ id, shape }) => {
            const name = describeShape(shape, decimals);
            const Icon = ICONS[shape.kind];
            return (
              <li key={id} className="flex items-center gap-1">
                <PopoverClose
                  className="flex min-h-9 min-w-0 flex-1 items-center gap-2.5 rounded-chip px-2.5 py-1 text-left text-13 hover:bg-hover touch:min-h-(--h-touch)"
                  onClick={() => select(id)}
                >
                  <Icon size={14} className="shrink-0 text-accent" aria-hidden />
                  <span className="min-w-0">{name}</span>
                </PopoverClose>
                {shape.kind === 'text' && (
                  <PopoverClose
                    className={buttonClass({ variant: 'ghost', size: 'icon' })}
                    aria-label={words.write(name)}
                    onClick={() => writing.edit(id)}
                  >
                    <Pencil size={15} aria-hidden />
                  </PopoverClose>
                )}
                <Button variant="ghost" size="icon" aria-label={words.remove(name)} onClick={() => remove(id)}>
                  <Trash2 size={15} aria-hidden />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </PopoverPanel>
  </Popover>
);
