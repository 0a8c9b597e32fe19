import type { Asset } from '@vigia/contract';
import { useSymbolMemory } from '#shared/chart/symbol-memory.ts';
import { Chip } from '#shared/ui/chip.tsx';
import { chartMessages } from './messages.es.ts';

type FavouriteChipsProps = {
  readonly symbol: string;
  readonly assets: readonly Asset[];
  readonly onChoose: (symbol: string) => void;
};

/** Shows the user's favourite assets over the chart, for a change with one tap. Renders nothing without favourites. */
export function FavouriteChips({ symbol, assets, onChoose }: FavouriteChipsProps) {
  const favourites = useSymbolMemory((memory) => memory.favourites);
  const shown = favourites.filter((favourite) => assets.some((asset) => asset.symbol === favourite));
  if (shown.length === 0) return null;
  return (
    <div className="min-w-0 border-b border-line">
      <fieldset
        aria-label={chartMessages.favourites}
        className="fade-end flex min-w-0 gap-1.5 overflow-x-auto py-1.5 pl-3 [scrollbar-width:none]"
      >
        {shown.map((favourite) => (
          <Chip
            key={favourite}
            selected={favourite === symbol}
            className="shrink-0 touch:h-(--h-touch)"
            onClick={() => onChoose(favourite)}
          >
            {favourite}
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}
