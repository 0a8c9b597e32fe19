import type { Asset } from '@vigia/contract';
import { ASSET_TYPES } from '@vigia/core/vocabulary';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { formatPayout } from '#shared/lib/format.ts';
import { chartMessages } from './messages.es.ts';

type SymbolListProps = {
  readonly symbol: string;
  readonly assets: readonly Asset[];
  readonly onChoose: (symbol: string) => void;
};

/** Renders the assets grouped by kind, with a search over symbols and names. */
export const SymbolList = ({ symbol, assets, onChoose }: SymbolListProps) => (
  <Command defaultValue={symbol} label={chartMessages.searchSymbol}>
    <div className="flex h-11 items-center gap-2.5 border-b border-line px-3.5">
      <Search size={16} className="shrink-0 text-fg-3" aria-hidden />
      <Command.Input
        // The search field takes the focus itself, because the list may load after the popover has set the focus.
        autoFocus
        placeholder={chartMessages.searchSymbol}
        className="h-full w-full min-w-0 bg-transparent text-14 outline-0"
      />
    </div>
    <Command.List label={chartMessages.searchSymbol} className="max-h-[min(360px,60dvh)] overflow-y-auto p-1">
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
                className="flex h-9 cursor-pointer items-center gap-2.5 rounded-chip px-2.5 text-13 data-[selected=true]:bg-hover touch:h-(--h-touch)"
              >
                <b className="w-20 shrink-0">{asset.symbol}</b>
                <span className="min-w-0 flex-1 truncate text-fg-2">{asset.name}</span>
                <span className={asset.market_open ? 'text-fg-1' : 'text-fg-3'}>
                  {asset.market_open ? asset.payout !== null && formatPayout(asset.payout) : chartMessages.closed}
                </span>
              </Command.Item>
            ))}
        </Command.Group>
      ))}
    </Command.List>
  </Command>
);
