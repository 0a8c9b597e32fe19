import { useQuery } from '@tanstack/react-query';
import type { Asset } from '@vigia/contract';
import { formatLength, type TradeLength } from '@vigia/core/trades';
import { Command } from 'cmdk';
import { ArrowDownWideNarrow, Search, Star } from 'lucide-react';
import { useState } from 'react';
import { assetPayoutsQuery } from '#shared/lib/assets.ts';
import { cn } from '#shared/lib/cn.ts';
import { formatPayout } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
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

/** Renders the assets in sections, with a search over symbols and names. */
export function SymbolList({ symbol, assets, length, onChoose }: SymbolListProps) {
  const { data: payouts } = useQuery(assetPayoutsQuery(length));
  const { favourites, recent, toggleFavourite, noteOpened } = useSymbolMemory();
  const [isByPayout, setByPayout] = useState(false);
  const payoutOf = ({ symbol: of }: Asset): number | null => payouts?.get(of) ?? null;
  const choose = (chosen: string) => {
    noteOpened(chosen);
    onChoose(chosen);
  };
  return (
    <Command defaultValue={symbol} label={words.searchSymbol}>
      <div className="flex h-11 items-center gap-2.5 border-b border-line pr-1 pl-3.5">
        <Search size={16} className="shrink-0 text-fg-3" aria-hidden />
        <Command.Input
          // The search field takes the focus itself, because the list may load after the popover has set the focus.
          autoFocus
          placeholder={words.searchSymbol}
          className="h-full w-full min-w-0 bg-transparent text-14 outline-0"
        />
        <Button
          variant="ghost"
          size="icon"
          aria-label={words.sortByPayout(formatLength(length))}
          aria-pressed={isByPayout}
          className={cn(isByPayout && 'bg-accent-tint text-accent')}
          onClick={() => setByPayout(!isByPayout)}
        >
          <ArrowDownWideNarrow size={16} aria-hidden />
        </Button>
      </div>
      <Command.List label={words.searchSymbol} className="max-h-[min(420px,60dvh)] overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-13 text-fg-2">
          {assets.length === 0 ? words.noAssets : words.noSymbol}
        </Command.Empty>
        {symbolSections(assets, { favourites, recent, isByPayout }, payoutOf).map((section) => (
          <Command.Group
            key={section.heading}
            heading={section.heading}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-fg-3"
          >
            {section.assets.map((asset) => (
              <Row
                key={asset.symbol}
                asset={asset}
                payout={payoutOf(asset)}
                isFavourite={favourites.includes(asset.symbol)}
                onFavourite={() => toggleFavourite(asset.symbol)}
                onChoose={choose}
              />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

type RowProps = {
  readonly asset: Asset;
  readonly payout: number | null;
  readonly isFavourite: boolean;
  readonly onFavourite: () => void;
  readonly onChoose: (symbol: string) => void;
};

function Row({ asset: { symbol, name, market_open: isOpen }, payout, isFavourite, onFavourite, onChoose }: RowProps) {
  return (
    <Command.Item
      value={symbol}
      keywords={[name]}
      onSelect={() => onChoose(symbol)}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-chip pl-2.5 text-13 data-[selected=true]:bg-hover touch:min-h-(--h-touch)"
    >
      <b className="w-20 shrink-0">{symbol}</b>
      <span className="line-clamp-2 min-w-0 flex-1 text-12 text-fg-2">{name}</span>
      <span className={cn('shrink-0', isOpen ? 'text-fg-1' : 'text-fg-3')}>
        {isOpen ? payout !== null && formatPayout(payout) : words.closed}
      </span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={words.favourite(symbol)}
        aria-pressed={isFavourite}
        className="touch-target grid size-9 shrink-0 place-items-center rounded-chip text-fg-3 hover:text-fg-1"
        onClick={(event) => {
          event.stopPropagation();
          onFavourite();
        }}
      >
        <Star size={15} className={cn(isFavourite && 'fill-current text-accent')} aria-hidden />
      </button>
    </Command.Item>
  );
}
