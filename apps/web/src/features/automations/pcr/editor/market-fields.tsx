import { TIMEFRAMES } from '@vigia/core/vocabulary';
import { chartMessages } from '#shared/chart/messages.es.ts';
import { SymbolPicker } from '#shared/chart/symbol-picker.tsx';
import { cn } from '#shared/lib/cn.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { lengthOfDraft } from '../model/draft.ts';
import type { Editor } from './editor.ts';
import { editorMessages } from './messages.es.ts';

const TIMEFRAME_OPTIONS = TIMEFRAMES.map((timeframe) => ({ value: timeframe, label: timeframe }));

type MarketFieldsProps = { readonly editor: Editor; readonly className?: string };

/** Chooses the asset and the timeframe of a setup. */
export function MarketFields({ editor, className }: MarketFieldsProps) {
  const { form, assets, payout } = editor;
  const { draft, change } = form;
  const source = assets?.find(({ symbol }) => symbol === draft.asset)?.source;
  return (
    <div className={cn('flex flex-wrap items-center gap-2', className)}>
      <SymbolPicker
        symbol={draft.asset}
        assets={assets}
        payout={payout}
        length={lengthOfDraft(draft)}
        onChoose={(asset) => change({ asset })}
      />
      {(source === 'simulated' || source === 'replay') && (
        <Badge tone="simulated">{chartMessages.sourceName(source)}</Badge>
      )}
      <span className="ml-auto text-12 text-fg-3 max-lg:hidden">{editorMessages.preview.recalculates}</span>
      <Segmented
        label={editorMessages.timeframe}
        value={draft.timeframe}
        options={TIMEFRAME_OPTIONS}
        onChange={(timeframe) => change({ timeframe })}
        className="max-lg:ml-auto max-md:w-full max-lg:[&_button]:px-1.5"
      />
    </div>
  );
}
