import { useQuery } from '@tanstack/react-query';
import type { Asset, DayCurve } from '@vigia/contract';
import { formatLength, type TradeLength } from '@vigia/core/trades';
import { priceSymbolOf } from '@vigia/core/vocabulary';
import { Command } from 'cmdk';
import { ArrowDownWideNarrow, Search, Star } from 'lucide-react';
import { useState } from 'react';
import { assetPayoutsQuery, dayCurvesQuery } from '#shared/lib/assets.ts';
import { cn } from '#shared/lib/cn.ts';
import { formatPayout } from '#shared/lib/format.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Button } from '#shared/ui/button.tsx';
import { DayChange, DayCurveShape } from './day-curve.tsx';
import { chartMessages as words } from './messages.es.ts';
import { useSymbolMemory } from './symbol-memory.ts';
import { symbolSections } from './symbol-sections.ts';

type SymbolListProps = {
  readonly symbol: string;
  readonly assets: readonly Asset[];
  /** The chosen duration. The list shows and sorts by the payouts of this duration. */
  readonly length: TradeLength;
  readonly onChoose: (symbol: string) => void;
};

/** Attribute of the star in a row, with the symbol of the row. */
const STAR_OF = 'data-star-of';

/** Grid of a row. On a phone the name has a line of its own, so that no name is cut. */
const rowClass =
  'grid grid-cols-[104px_minmax(0,1fr)_96px_72px_84px_36px] items-center gap-x-3 pl-2.5 text-13 max-md:grid-cols-[minmax(0,1fr)_56px_60px_54px_44px] max-md:gap-x-2 max-md:pl-1.5';

/** Renders the assets in sections, with a search over symbols and names. */
export function SymbolList({ symbol, assets, length, onChoose }: SymbolListProps) {
  const { data: payouts } = useQuery(assetPayoutsQuery(length));
  const { data: curves } = useQuery(dayCurvesQuery);
  const { favourites, recent, toggleFavourite, noteOpened } = useSymbolMemory();
  const [isByPayout, setByPayout] = useState(false);
  /** The asset that the arrow keys have reached. */
  const [marked, setMarked] = useState(symbol);
  const payoutOf = ({ symbol: of }: Asset): number | null => payouts?.get(of) ?? null;
  const choose = (chosen: string) => {
    noteOpened(chosen);
    onChoose(chosen);
  };
  return (
    <Command
      value={marked}
      onValueChange={setMarked}
      label={words.searchSymbol}
      className="grid h-full min-h-0 grid-rows-[auto_auto_minmax(0,1fr)]"
    >
      <SearchRow
        sortName={words.sortByPayout(formatLength(length))}
        isByPayout={isByPayout}
        onSort={() => setByPayout(!isByPayout)}
        favouriteName={words.favourite(marked)}
        isFavourite={favourites.includes(marked)}
        onFavourite={assets.some((asset) => asset.symbol === marked) ? () => toggleFavourite(marked) : null}
      />
      <Columns length={length} />
      <Command.List
        label={words.searchSymbol}
        // An option may contain no button, so a star in a row is for the pointer. The button above is for all users.
        onClickCapture={(event) => {
          const star = event.target instanceof Element ? event.target.closest(`[${STAR_OF}]`) : null;
          if (star === null) return;
          event.stopPropagation();
          toggleFavourite(star.getAttribute(STAR_OF) ?? '');
        }}
        className="min-h-0 overflow-y-auto overscroll-contain md:h-[min(560px,calc(100dvh-230px))]"
      >
        <Command.Empty className="px-3 py-6 text-center text-13 text-fg-2">
          {assets.length === 0 ? words.noAssets : words.noSymbol}
        </Command.Empty>
        {symbolSections(assets, { favourites, recent, isByPayout }, payoutOf).map((section) => (
          <Command.Group
            key={section.heading}
            heading={section.heading}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-fg-3 max-md:[&_[cmdk-group-heading]]:px-1.5"
          >
            {section.assets.map((asset) => (
              <Row
                key={asset.symbol}
                asset={asset}
                payout={payoutOf(asset)}
                curve={curves?.get(priceSymbolOf(asset.symbol))}
                isFavourite={favourites.includes(asset.symbol)}
                onChoose={choose}
              />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

type SearchRowProps = {
  readonly sortName: string;
  readonly isByPayout: boolean;
  readonly onSort: () => void;
  readonly favouriteName: string;
  readonly isFavourite: boolean;
  /** Marks the highlighted asset as a favourite, or unmarks it. Null if no asset is highlighted. */
  readonly onFavourite: (() => void) | null;
};

/** Renders the search field, and the buttons to sort and to mark the highlighted asset. */
function SearchRow({ sortName, isByPayout, onSort, favouriteName, isFavourite, onFavourite }: SearchRowProps) {
  const mobile = useIsMobile();
  return (
    <div className="flex h-11 items-center gap-2.5 rounded-control border border-line-control bg-inset pr-1 pl-3.5">
      <Search size={16} className="shrink-0 text-fg-3" aria-hidden />
      <Command.Input
        // The search field takes the focus itself, because the list may load after the dialog has set the focus. On a
        // phone the keyboard would cover the list, so there the field waits for a tap.
        autoFocus={!mobile}
        placeholder={words.searchSymbol}
        className="h-full w-full min-w-0 bg-transparent text-14 outline-0"
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={sortName}
        aria-pressed={isByPayout}
        className={cn(isByPayout && 'bg-accent-tint text-accent')}
        onClick={onSort}
      >
        <ArrowDownWideNarrow size={16} aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={favouriteName}
        aria-pressed={isFavourite}
        disabled={onFavourite === null}
        onClick={() => onFavourite?.()}
      >
        <FavouriteStar isFavourite={isFavourite} />
      </Button>
    </div>
  );
}

/** Renders the headings of the columns. Screen readers read the rows without them. */
const Columns = ({ length }: { readonly length: TradeLength }) => (
  <div aria-hidden className={cn(rowClass, 'border-b border-line py-2 text-12! text-fg-3')}>
    <span className="md:col-span-2">{words.columns.asset}</span>
    <span className="col-span-2 text-right">{words.columns.day}</span>
    <span className="text-right max-md:col-span-2 max-md:pr-1">{words.columns.payout(formatLength(length))}</span>
  </div>
);

type RowProps = {
  readonly asset: Asset;
  readonly payout: number | null;
  /** The last 24 hours of the asset. Undefined while they load. */
  readonly curve: DayCurve | undefined;
  readonly isFavourite: boolean;
  readonly onChoose: (symbol: string) => void;
};

function Row({ asset, payout, curve, isFavourite, onChoose }: RowProps) {
  const { symbol, name, market_open: isOpen } = asset;
  return (
    <Command.Item
      value={symbol}
      keywords={[name]}
      onSelect={() => onChoose(symbol)}
      className={cn(
        rowClass,
        'min-h-10 cursor-pointer rounded-chip data-[selected=true]:bg-hover max-md:min-h-14 max-md:py-1.5',
      )}
    >
      <b className="truncate">{symbol}</b>
      <span className="min-w-0 text-12 text-fg-2 max-md:order-1 max-md:col-span-4">{name}</span>
      <DayCurveShape curve={curve} />
      <DayChange curve={curve} />
      <span className={cn('text-right', isOpen ? 'text-fg-1' : 'text-12 text-fg-3')}>
        {isOpen ? payout !== null && formatPayout(payout) : words.closed}
      </span>
      <span
        {...{ [STAR_OF]: symbol }}
        className="touch-target grid size-9 shrink-0 place-items-center justify-self-end rounded-chip text-fg-3 hover:text-fg-1 max-md:row-span-2 max-md:h-full"
      >
        <FavouriteStar isFavourite={isFavourite} />
      </span>
    </Command.Item>
  );
}

const FavouriteStar = ({ isFavourite }: { readonly isFavourite: boolean }) => (
  <Star size={15} className={cn(isFavourite && 'fill-current text-accent')} aria-hidden />
);
