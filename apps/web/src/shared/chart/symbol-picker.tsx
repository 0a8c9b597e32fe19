import type { Asset } from '@vigia/contract';
import { ASSET_TYPES } from '@vigia/core/vocabulary';
import { Command } from 'cmdk';
import { ChevronDown, Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { formatPayout } from '#shared/lib/format.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { chartMessages } from './messages.es.ts';

type SymbolPickerProps = {
  readonly symbol: string;
  /** undefined while they are being loaded. */
  readonly assets: readonly Asset[] | undefined;
  /** Of the shown asset at the chosen length; null while unknown. */
  readonly payout: number | null;
  readonly onChoose: (symbol: string) => void;
};

/** The shown asset with its payout; opens a list to type in, kept by kind of asset. */
export function SymbolPicker({ symbol, assets, payout, onChoose }: SymbolPickerProps) {
  const [open, setOpen] = useState(false);
  const isOffered = assets?.some((asset) => asset.symbol === symbol) ?? true;
  const choose = (chosen: string) => {
    setOpen(false);
    onChoose(chosen);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={chartMessages.chooseSymbol(symbol)}
        className="inline-flex h-9 items-center gap-2 rounded-control border border-line-strong bg-raised px-2.5 text-14 font-semibold whitespace-nowrap transition hover:bg-hover max-md:h-10"
      >
        {symbol}
        <span className="min-w-8 text-12 font-medium text-fg-2">
          {payout !== null ? formatPayout(payout) : isOffered ? <Skeleton className="h-3 w-8" /> : '—'}
        </span>
        <ChevronDown size={16} className="text-fg-2" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          className="z-(--z-dialog) w-[320px] max-w-[calc(100vw-24px)] overflow-hidden rounded-card border border-line-strong bg-overlay shadow-overlay data-[state=open]:animate-appear"
        >
          <SymbolList symbol={symbol} assets={assets ?? []} onChoose={choose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type SymbolListProps = Omit<SymbolPickerProps, 'payout'> & { readonly assets: readonly Asset[] };

function SymbolList({ symbol, assets, onChoose }: SymbolListProps) {
  return (
    <Command defaultValue={symbol} label={chartMessages.searchSymbol}>
      <div className="flex h-11 items-center gap-2.5 border-b border-line px-3.5">
        <Search size={16} className="shrink-0 text-fg-3" aria-hidden />
        <Command.Input
          placeholder={chartMessages.searchSymbol}
          className="h-full w-full min-w-0 bg-transparent text-14 outline-0"
        />
      </div>
      <Command.List className="max-h-[min(360px,60dvh)] overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-13 text-fg-2">
          {assets.length === 0 ? chartMessages.noAssets : chartMessages.noSymbol}
        </Command.Empty>
        {ASSET_TYPES.map((type) => (
          <Command.Group
            key={type}
            heading={chartMessages.assetTypes[type]}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-fg-3"
          >
            {assets
              .filter((asset) => asset.type === type)
              .map((asset) => (
                <Command.Item
                  key={asset.symbol}
                  value={asset.symbol}
                  keywords={[asset.name]}
                  onSelect={() => onChoose(asset.symbol)}
                  className="flex h-9 cursor-pointer items-center gap-2.5 rounded-chip px-2.5 text-13 data-[selected=true]:bg-hover max-md:h-(--h-touch)"
                >
                  <b className="w-20 shrink-0">{asset.symbol}</b>
                  <span className="min-w-0 flex-1 truncate text-fg-2">{asset.name}</span>
                  <span className={asset.market_open ? 'text-fg-1' : 'text-fg-3'}>
                    {asset.market_open ? formatPayout(asset.payout) : chartMessages.closed}
                  </span>
                </Command.Item>
              ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}
