import { TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { chartMessages } from '#shared/chart/messages.es.ts';
import { SymbolPicker } from '#shared/chart/symbol-picker.tsx';
import { cn } from '#shared/lib/cn.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Select } from '#shared/ui/select.tsx';
import { tradeLengthOfDraft } from '../model/draft.ts';
import type { EditorState } from './editor.ts';
import { editorMessages } from './messages.es.ts';

const TIMEFRAME_OPTIONS = TIMEFRAMES.map((timeframe) => ({ value: timeframe, label: timeframe }));

type MarketFieldsProps = { readonly editor: EditorState; readonly className?: string };

/** Chooses the asset and the timeframe of a setup. */
export function MarketFields({ editor, className }: MarketFieldsProps) {
  const { form, assets, payout } = editor;
  const { draft, change } = form;
  const isMobile = useIsMobile();
  const timeframe = { value: draft.timeframe, onChange: (chosen: Timeframe) => change({ timeframe: chosen }) };
  const source = assets?.find(({ symbol }) => symbol === draft.asset)?.source;
  return (
    <div className={cn('flex flex-wrap items-center gap-2', className)}>
      <SymbolPicker
        symbol={draft.asset}
        assets={assets}
        payout={payout}
        length={tradeLengthOfDraft(draft)}
        onChoose={(asset) => change({ asset })}
      />
      {isMobile && (
        <div className="w-20">
          <TimeframeSelect {...timeframe} />
        </div>
      )}
      {(source === 'simulated' || source === 'replay') && (
        <Badge tone="simulated">{chartMessages.sourceName(source)}</Badge>
      )}
      <span className="ml-auto text-12 text-fg-3 max-lg:hidden">{editorMessages.preview.recalculates}</span>
      {!isMobile && (
        <Segmented
          {...timeframe}
          label={editorMessages.timeframe}
          options={TIMEFRAME_OPTIONS}
          className="max-lg:ml-auto max-lg:[&_button]:px-1.5"
        />
      )}
    </div>
  );
}

type TimeframeSelectProps = { readonly value: Timeframe; readonly onChange: (timeframe: Timeframe) => void };

/** The timeframes in one field, so that a phone has space for the step below the chart. */
const TimeframeSelect = ({ value, onChange }: TimeframeSelectProps) => (
  <Select
    aria-label={editorMessages.timeframe}
    value={value}
    onChange={({ target }) => {
      const chosen = TIMEFRAMES.find((each) => each === target.value);
      if (chosen) onChange(chosen);
    }}
    className="touch:h-(--h-touch)"
  >
    {TIMEFRAMES.map((timeframe) => (
      <option key={timeframe}>{timeframe}</option>
    ))}
  </Select>
);
