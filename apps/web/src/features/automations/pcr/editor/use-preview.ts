import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CandleView, readPcrSetup } from '@vigia/contract';
import type { PcrRules } from '@vigia/core/pcr';
import { expiryLengthIn } from '@vigia/core/trades';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import { useEffect, useMemo, useState } from 'react';
import { CANDLES_PATH, fetchCandles } from '#shared/chart/candles.ts';
import { apiOf, useServices } from '#shared/lib/services.ts';
import type { SetupDraft } from '../model/draft.ts';
import { type Preview, previewOf } from '../model/preview.ts';
import { previewCandlePages } from '../model/preview-base.ts';

/** Poll interval of the candles in milliseconds. The polls matter while the stream is disconnected. */
const REFETCH_MS = 60_000;

export type PreviewState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  /**
   * A preview with its results. If `isInvalid` is true, the draft contains an invalid value, and the preview shows the
   * last valid draft.
   */
  | {
      readonly kind: 'ready';
      readonly preview: Preview;
      readonly rules: PcrRules;
      readonly isInvalid: boolean;
      /**
       * Whether the oldest signals have no outcome. Candles that are short enough to decide them do not reach back that
       * far.
       */
      readonly isCoarse: boolean;
    };

/** Returns what the draft finds in the last candles. The browser computes it again at most once per animation frame. */
export function usePreview(draft: SetupDraft, payout: number | null): PreviewState {
  const shown = useFrameValue(draft);
  const { rules, isInvalid } = useLastSound(shown);
  const pages = previewCandlePages(rules.timeframe, expiryLengthIn(rules));
  const candles = useClosedCandles(shown.asset, rules.timeframe, pages.candles);
  const base = useClosedCandles(shown.asset, pages.base.timeframe, pages.base.candles);
  const { data: own } = candles;
  const { data: fine } = base;
  const preview = useMemo(() => {
    if (!own || !fine) return null;
    const baseStepSeconds = TIMEFRAME_SECONDS[pages.base.timeframe];
    return previewOf(rules, { candles: own, base: fine, baseStepSeconds, payoutRatio: payout });
  }, [rules, own, fine, pages.base.timeframe, payout]);
  const failed = [candles, base].find((query) => query.isError && !query.data);
  if (failed) return { kind: 'failed', error: failed.error, retry: () => void failed.refetch() };
  if (!preview) return { kind: 'loading' };
  return {
    kind: 'ready',
    preview,
    rules,
    isInvalid,
    isCoarse:
      preview.isMeasurable &&
      pages.base.timeframe !== rules.timeframe &&
      preview.signals.some(({ settlement }) => settlement?.outcome === 'void'),
  };
}

/** Returns the last valid rules, so that the chart keeps its contents while a typed number is incomplete. */
function useLastSound(draft: SetupDraft): { readonly rules: PcrRules; readonly isInvalid: boolean } {
  const [last, setLast] = useState(draft);
  const sound = useMemo(() => isSound(draft), [draft]);
  if (sound && last !== draft) setLast(draft);
  return { rules: sound ? draft : last, isInvalid: !sound };
}

const isSound = ({ name: _name, asset: _asset, ...body }: SetupDraft): boolean => readPcrSetup(body).ok;

/** Returns the closed candles, oldest first. The stream adds each candle that closes. */
function useClosedCandles(symbol: string, timeframe: Timeframe, limit: number) {
  const queries = useQueryClient();
  const { stream } = useServices();
  const queryKey = useMemo(() => [CANDLES_PATH, 'closed', symbol, timeframe, limit], [symbol, timeframe, limit]);
  useEffect(() => {
    const stops = [
      stream.watch({ candles: [{ symbol, timeframe }] }),
      stream.on('candle', (event) => {
        if (event.symbol !== symbol || event.timeframe !== timeframe || !event.candle.closed) return;
        queries.setQueryData<CandleView[]>(queryKey, (list) => list && withCandle(list, event.candle, timeframe));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, stream, queryKey, symbol, timeframe]);
  return useQuery({
    queryKey,
    queryFn: async ({ client, signal }) =>
      (await fetchCandles(apiOf(client), symbol, timeframe, { limit, signal })).filter(isClosed),
    staleTime: REFETCH_MS,
    refetchInterval: REFETCH_MS,
    structuralSharing: false,
  });
}

const isClosed = ({ closed }: CandleView): boolean => closed;

/**
 * Adds a candle that has just closed. If a candle before it is missing, the function returns the list unchanged,
 * because the next response contains both candles.
 */
function withCandle(list: CandleView[], candle: CandleView, timeframe: Timeframe): CandleView[] {
  const last = list.at(-1);
  const follows = last && candle.time === last.time + TIMEFRAME_SECONDS[timeframe];
  return follows ? [...list.slice(1), candle] : list;
}

/**
 * Returns a value that changes quickly at most once per animation frame, so that the chart keeps up with a dragged
 * slider.
 */
function useFrameValue<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setShown(value));
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
