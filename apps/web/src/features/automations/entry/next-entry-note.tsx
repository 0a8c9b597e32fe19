import type { EntryDelayView } from '@vigia/contract';
import { TIMEFRAME_SECONDS, type Timeframe, type Trigger } from '@vigia/core/vocabulary';
import { formatDecimal, formatLongCountdown } from '#shared/lib/format.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { entryMessages as words } from './entry.es.ts';

type EntryNoteProps = {
  readonly isActive: boolean;
  readonly autoTrade: boolean;
  readonly timeframe: Timeframe;
  /** When the automation decides. `close`: at the close of each candle; `touch`: at any tick. */
  readonly trigger?: Trigger;
  /** Measured delay of the automation's orders; null if no order was accepted yet. */
  readonly delay: EntryDelayView | null;
};

/** Shows when an active automation decides next, and how late its past orders were accepted. */
export function NextEntryNote({ isActive, autoTrade, timeframe, trigger = 'close', delay }: EntryNoteProps) {
  if (!isActive && delay === null) return null;
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-12 text-fg-3">
      {isActive && trigger === 'touch' && <span>{words.onTouch(autoTrade)}</span>}
      {isActive && trigger === 'close' && <NextClose autoTrade={autoTrade} timeframe={timeframe} />}
      {delay && <Delay {...delay} />}
    </p>
  );
}

function NextClose({ autoTrade, timeframe }: Pick<EntryNoteProps, 'autoTrade' | 'timeframe'>) {
  const nowMs = useServerNow();
  const stepMs = TIMEFRAME_SECONDS[timeframe] * 1_000;
  const left = formatLongCountdown(stepMs - (nowMs % stepMs));
  return (
    <span>
      {words.next(autoTrade)} <span className="tabular-nums text-fg-2">{left}</span>
    </span>
  );
}

const Delay = ({ count, median_ms: medianMs, p95_ms: p95Ms }: EntryDelayView) => (
  <span>{words.delay(seconds(medianMs), seconds(p95Ms), count)}</span>
);

const seconds = (ms: number): string => `${formatDecimal(ms / 1_000)} s`;
