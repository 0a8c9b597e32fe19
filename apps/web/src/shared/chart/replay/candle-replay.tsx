import { useQuery } from '@tanstack/react-query';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { Eye, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CANDLES_PATH, fetchCandles } from '#shared/chart/candles.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { callAfter } from '#shared/lib/timer.ts';
import { Button } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { replayMessages as words } from './messages.es.ts';
import { ReplayScene } from './replay-scene.tsx';
import type { PriceBand, ReplayedBet } from './replayed-bet.ts';

const BEFORE = 36;
const AFTER = 6;
/** Time in milliseconds between two candles of the playback. */
const PACE_MS = 140;

type CandleReplayProps = {
  /** Name of the figure for screen readers. */
  readonly label: string;
  readonly bet: ReplayedBet;
  readonly decimals: number;
  /** Price zones, the widest first. */
  readonly bands?: readonly PriceBand[];
};

const NO_BANDS: readonly PriceBand[] = [];

/** Shows the candles around a bet, with its entry and expiry. The user can play the candles one by one. */
export function CandleReplay({ label, bet, decimals, bands = NO_BANDS }: CandleReplayProps) {
  const { data: candles, error, refetch } = useCandlesAround(bet);
  const { shown, isPlaying, play, stop } = usePlayback(candles?.length ?? 0);
  const hasCandles = candles !== undefined && candles.length > 0;
  return (
    <figure className="grid gap-2" aria-label={label}>
      <div className="relative h-[200px] overflow-hidden rounded-control border border-line bg-inset">
        {!candles && !error && <Skeleton className="absolute inset-4" />}
        {error && <ErrorState title={words.failed} text={problemOf(error)} onRetry={() => void refetch()} />}
        {candles?.length === 0 && <p className="grid h-full place-items-center text-13 text-fg-2">{words.none}</p>}
        {hasCandles && <ReplayScene candles={candles} shown={shown} bet={bet} decimals={decimals} bands={bands} />}
      </div>
      {hasCandles && (
        <Button size="sm" className="justify-self-start touch:h-(--h-touch)" onClick={isPlaying ? stop : play}>
          {isPlaying ? <Eye size={14} aria-hidden /> : <Play size={14} aria-hidden />}
          {isPlaying ? words.stop : words.play}
        </Button>
      )}
    </figure>
  );
}

function useCandlesAround({ asset, timeframe, entryTimeMs, expiryTimeMs }: ReplayedBet) {
  const seconds = TIMEFRAME_SECONDS[timeframe];
  const [entryS, expiryS] = [entryTimeMs / 1_000, expiryTimeMs / 1_000];
  const beforeS = Math.ceil(expiryS / seconds + AFTER) * seconds;
  const limit = BEFORE + AFTER + Math.ceil((expiryS - entryS) / seconds);
  return useQuery({
    queryKey: [CANDLES_PATH, 'replay', asset, timeframe, beforeS, limit],
    queryFn: ({ client, signal }) => fetchCandles(apiOf(client), asset, timeframe, { beforeS, limit, signal }),
    select: (found) => found.filter(({ time }) => time < beforeS && time >= beforeS - limit * seconds),
  });
}

/**
 * Plays the candles one by one. The playback starts with the first third of the candles. `shown` is the number of
 * visible candles.
 */
function usePlayback(count: number) {
  const [played, setPlayed] = useState<number | null>(null);
  const isPlaying = played !== null && played < count;
  useEffect(() => {
    if (!isPlaying || played === null) return;
    return callAfter(PACE_MS, () => setPlayed(played + 1));
  }, [isPlaying, played]);
  return {
    shown: isPlaying ? played : count,
    isPlaying,
    play: () => setPlayed(Math.floor(count / 3)),
    stop: () => setPlayed(null),
  };
}
