import { Maximize, PencilRuler } from 'lucide-react';
import { cn } from '#shared/lib/cn.ts';
import { Button } from '#shared/ui/button.tsx';
import { AlertsButton } from './alerts/alerts-button.tsx';
import { DrawingTools } from './drawings/drawing-tools.tsx';
import type { Drawings } from './drawings/use-drawings.ts';
import { chartMessages } from './messages.es.ts';
import type { ChartOptions } from './options/chart-options.ts';
import { OptionsMenu } from './options/options-menu.tsx';
import { chooseSeconds, useChosenSeconds } from './seconds/chosen-seconds.ts';
import { SecondsMenu } from './seconds/seconds-menu.tsx';

type ChartToolsProps = {
  readonly symbol: string;
  readonly drawings: Drawings;
  readonly options: ChartOptions;
  readonly onOptions: (change: Partial<ChartOptions>) => void;
  readonly decimals: number;
  /** Whether the drawing tools are open. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** Fills the screen with the chart. Absent if the tools have no button for it. */
  readonly onFullScreen?: (() => void) | undefined;
};

/**
 * Renders in one row at the top of the chart: the menus of the second candles and of the chart options, the switch
 * of the drawing tools and the open tools. The price scale leaves this row free of candles.
 */
export function ChartTools({ symbol, drawings, options, onOptions, decimals, ...rest }: ChartToolsProps) {
  const { isOpen, onOpen, onFullScreen } = rest;
  const seconds = useChosenSeconds();
  return (
    <div className="flex max-w-[calc(100vw-16px)] shrink-0 items-center gap-0.5 max-[381px]:overflow-x-auto rounded-control bg-inset">
      {/* On a phone, the open tools need the whole row. */}
      <SecondsMenu
        symbol={symbol}
        value={seconds}
        onChange={chooseSeconds}
        className={cn('shrink-0', isOpen && 'max-md:hidden')}
      />
      <OptionsMenu
        options={options}
        onChange={onOptions}
        className={cn('size-7 shrink-0 touch:size-(--h-touch)', isOpen && 'max-md:hidden')}
      />
      <Button
        variant="ghost"
        size="icon"
        className={cn('size-7 shrink-0 touch:size-(--h-touch)', isOpen && 'bg-hover text-fg-1')}
        aria-label={chartMessages.drawings.open}
        title={chartMessages.drawings.open}
        aria-pressed={isOpen}
        onClick={() => {
          drawings.setTool(null);
          onOpen(!isOpen);
          onOptions({ hidden: options.hidden.filter((layer) => layer !== 'drawings') });
        }}
      >
        <PencilRuler size={16} aria-hidden />
      </Button>
      <AlertsButton
        symbol={symbol}
        decimals={decimals}
        selectedPrice={selectedLevel(drawings)}
        className={cn(isOpen && 'max-md:hidden')}
      />
      {onFullScreen && (
        <Button
          variant="ghost"
          size="icon"
          className={cn('size-7 shrink-0 touch:size-(--h-touch)', isOpen && 'max-md:hidden')}
          aria-label={chartMessages.fullScreen}
          title={chartMessages.fullScreen}
          onClick={onFullScreen}
        >
          <Maximize size={16} aria-hidden />
        </Button>
      )}
      {isOpen && <DrawingTools drawings={drawings} decimals={decimals} />}
    </div>
  );
}

/** Returns the price of the selected horizontal line; null if none is selected. */
function selectedLevel({ drawings, selectedId }: Drawings): number | null {
  const shape = drawings.find(({ id }) => id === selectedId)?.shape;
  return shape?.kind === 'horizontal_line' ? shape.price : null;
}
