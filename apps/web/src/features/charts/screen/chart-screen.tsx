import { TIMEFRAMES } from '@vigia/core/vocabulary';
import { X } from 'lucide-react';
import { type KeyboardEvent, useMemo } from 'react';
import { hasOwnPane } from '#shared/chart/indicators/choices.ts';
import { SymbolPicker } from '#shared/chart/symbol-picker.tsx';
import { useUi } from '#shared/lib/ui-store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Select } from '#shared/ui/select.tsx';
import { ChartCaption } from '../chart-caption.tsx';
import { ChartStage } from '../chart-stage.tsx';
import { LivePrice } from '../live-price.tsx';
import { chartMessages } from '../messages.es.ts';
import { chooseTimeframe, timeframeName, useChosenSeconds } from '../seconds/chosen-seconds.ts';
import { type ChartInput, useChart } from '../use-chart.ts';

type ChartScreenProps = ChartInput & { readonly onLeave: () => void };

/**
 * Renders the chart of the chosen symbol and timeframe for a whole screen: one row with asset, timeframe and price, and
 * the chart in the remaining height. Indicators with a pane of their own are omitted, because a phone held sideways has
 * no height for them.
 */
export function ChartScreen({ onLeave, ...input }: ChartScreenProps) {
  const { assets, payout, length } = input;
  const chart = useChart(input);
  const { series, asset, indicators: chosen } = chart;
  const { symbol, timeframe } = series;
  const setSymbol = useUi((ui) => ui.setSymbol);
  const indicators = useMemo(() => chosen.filter(({ choice }) => !hasOwnPane(choice)), [chosen]);
  const { tool, setTool } = chart.drawings;
  const dropTool = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || tool === null) return;
    // The key ends the drawing, and not the full screen.
    event.preventDefault();
    setTool(null);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape ends what a tool inside began
    <div className="flex min-h-0 min-w-0 grow flex-col" onKeyDown={dropTool}>
      <div className="@container flex min-w-0 items-center gap-2 border-b border-line bg-surface px-2 py-1">
        <SymbolPicker symbol={symbol} assets={assets.data} payout={payout} length={length} onChoose={setSymbol} />
        <TimeframeSelect />
        <div className="flex min-w-0 items-center gap-2 overflow-hidden @max-[500px]:hidden">
          <LivePrice key={symbol} symbol={symbol} asset={asset} />
        </div>
        <Button variant="ghost" className="ml-auto h-(--h-touch) shrink-0 px-2.5" onClick={onLeave}>
          <X size={16} aria-hidden />
          {chartMessages.leave}
        </Button>
      </div>
      <figure
        className="relative min-h-0 grow overflow-hidden bg-inset"
        aria-label={chartMessages.spoken(symbol, timeframeName(timeframe))}
      >
        <ChartStage chart={chart} indicators={indicators} />
        <ChartCaption chart={{ ...chart, indicators }} />
      </figure>
    </div>
  );
}

/** Renders the choice of the timeframe in the width of one button. */
function TimeframeSelect() {
  const timeframe = useUi((ui) => ui.timeframe);
  const seconds = useChosenSeconds();
  const choices = seconds === null ? TIMEFRAMES : [seconds, ...TIMEFRAMES];
  return (
    <div className="w-20 shrink-0">
      <Select
        aria-label={chartMessages.timeframe}
        value={seconds ?? timeframe}
        onChange={({ target }) => {
          const chosen = TIMEFRAMES.find((each) => each === target.value);
          if (chosen) chooseTimeframe(chosen);
        }}
      >
        {choices.map((each) => (
          <option key={each} value={each}>
            {timeframeName(each)}
          </option>
        ))}
      </Select>
    </div>
  );
}
