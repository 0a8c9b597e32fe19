import { useQuery } from '@tanstack/react-query';
import { GRID_MAX_CELLS } from '@vigia/contract';
import { formatLength } from '@vigia/core/trades';
import { TIMEFRAMES } from '@vigia/core/vocabulary';
import { type ReactNode, useState } from 'react';
import { assetsQuery } from '#shared/lib/assets.ts';
import { Button } from '#shared/ui/button.tsx';
import { Chip } from '#shared/ui/chip.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import {
  countGridCells,
  type GridAxes,
  type GridChoice,
  gridFault,
  initialGridChoice,
  offeredGridLengths,
  sortedGridSides,
  toggledValues,
} from '../model/grid-choice.ts';
import type { DataSource } from '../model/test-request.ts';
import type { BacktestTarget } from '../target.ts';
import { gridMessages as words } from './messages.es.ts';

type GridFormProps = {
  readonly target: BacktestTarget;
  /** The source of the candles. With a price file the user chooses no asset, because a file has only one. */
  readonly source: DataSource;
  readonly loading: boolean;
  readonly onRun: (assets: readonly string[], sides: GridAxes) => void;
};

/** Renders the form of a grid of backtests: its assets, timeframes and durations, and the number of cells. */
export function GridForm({ target, source, loading, onRun }: GridFormProps) {
  const assets = useQuery(assetsQuery);
  const [picked, setPicked] = useState(() => initialGridChoice(target));
  const choice: GridChoice = source === 'file' ? { ...picked, assets: [target.asset] } : picked;
  const known = assets.data ?? [];
  const symbols = [...new Set([target.asset, ...known.map(({ symbol }) => symbol)])];
  const seconds = known.find(({ symbol }) => symbol === target.asset)?.durations_seconds ?? [];
  const fault = gridFault(choice);
  const cells = countGridCells(choice);
  const set = (part: Partial<GridChoice>) => setPicked({ ...picked, ...part });
  return (
    <div className="grid gap-4">
      <p className="text-12 text-fg-2">{words.intro}</p>
      <Side label={words.assets}>
        {source === 'file' ? (
          <p className="text-12 text-fg-3">{words.fileAsset}</p>
        ) : (
          symbols.map((symbol) => (
            <Chip
              key={symbol}
              selected={choice.assets.includes(symbol)}
              onClick={() => set({ assets: toggledValues(picked.assets, symbol, (one) => one === symbol) })}
            >
              {symbol}
            </Chip>
          ))
        )}
        {assets.isError && !assets.data && <FieldError>{words.assetsFailed}</FieldError>}
      </Side>
      <Side label={words.timeframes}>
        {TIMEFRAMES.map((timeframe) => (
          <Chip
            key={timeframe}
            selected={choice.timeframes.includes(timeframe)}
            onClick={() => set({ timeframes: toggledValues(picked.timeframes, timeframe, (one) => one === timeframe) })}
          >
            {timeframe}
          </Chip>
        ))}
      </Side>
      <Side label={words.lengths}>
        {offeredGridLengths(target, source === 'history' ? seconds : []).map((length) => {
          const isSame = (one: typeof length) => formatLength(one) === formatLength(length);
          return (
            <Chip
              key={formatLength(length)}
              selected={choice.lengths.some(isSame)}
              onClick={() => set({ lengths: toggledValues(picked.lengths, length, isSame) })}
            >
              {formatLength(length)}
            </Chip>
          );
        })}
      </Side>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {fault ? (
          <FieldError>{fault}</FieldError>
        ) : (
          <p className="text-12 text-fg-3">{words.count(cells, GRID_MAX_CELLS)}</p>
        )}
        <Button
          variant="primary"
          className="max-md:w-full"
          disabled={fault !== null}
          loading={loading}
          onClick={() => onRun(choice.assets, sortedGridSides(choice))}
        >
          {words.run(cells)}
        </Button>
      </div>
    </div>
  );
}

const Side = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-wrap gap-2" aria-label={label}>
    <legend className="mb-1.5 text-13 font-medium text-fg-2">{label}</legend>
    {children}
  </fieldset>
);
