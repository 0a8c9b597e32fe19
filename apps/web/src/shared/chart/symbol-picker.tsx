import type { Asset } from '@vigia/contract';
import type { TradeLength } from '@vigia/core/trades';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { formatPayout } from '#shared/lib/format.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Dialog, Sheet } from '#shared/ui/dialog.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { chartMessages } from './messages.es.ts';

const SymbolList = lazyComponent(async () => (await import('./symbol-list.tsx')).SymbolList, <div className="h-60" />);

type SymbolPickerProps = {
  readonly symbol: string;
  /** Assets of the list. Undefined while they load. */
  readonly assets: readonly Asset[] | undefined;
  /** Payout of the shown asset for the chosen duration. Null while unknown. */
  readonly payout: number | null;
  /** The chosen duration. */
  readonly length: TradeLength;
  readonly onChoose: (symbol: string) => void;
};

/**
 * Renders a button with the asset and its payout. It opens a searchable list of assets: a full sheet on a phone, a
 * large dialog elsewhere.
 */
export function SymbolPicker({ symbol, assets, payout, length, onChoose }: SymbolPickerProps) {
  const [open, setOpen] = useState(false);
  const mobile = useIsMobile();
  const isOffered = assets?.some((asset) => asset.symbol === symbol) ?? true;
  const choose = (chosen: string) => {
    setOpen(false);
    onChoose(chosen);
  };
  const frame = { open, onOpenChange: setOpen, title: chartMessages.searchSymbol };
  const list = <SymbolList symbol={symbol} assets={assets ?? []} length={length} onChoose={choose} />;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={chartMessages.chooseSymbol(symbol)}
        onClick={() => setOpen(true)}
        className="inline-flex h-9 items-center gap-2 rounded-control border border-line-strong bg-raised px-2.5 text-14 font-semibold whitespace-nowrap transition hover:bg-hover touch:h-11"
      >
        {symbol}
        <span className="min-w-8 text-12 font-medium text-fg-2">
          {payout !== null ? formatPayout(payout) : isOffered ? <Skeleton className="h-3 w-8" /> : '—'}
        </span>
        <ChevronDown size={16} className="text-fg-2" aria-hidden />
      </button>
      {mobile ? (
        <Sheet {...frame} height="full">
          {list}
        </Sheet>
      ) : (
        <Dialog {...frame} wide>
          {list}
        </Dialog>
      )}
    </>
  );
}
