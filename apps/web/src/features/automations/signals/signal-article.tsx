import type { SignalDecisionView } from '@vigia/contract';
import type { Direction, SignalOutcome, Timeframe } from '@vigia/core/vocabulary';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { CandleReplay } from '#shared/chart/replay/candle-replay.tsx';
import type { PriceBand, ReplayedBet } from '#shared/chart/replay/replayed-bet.ts';
import { formatDateTime, formatPrice } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { SignalDecision } from './signal-decision.tsx';
import { type OfferedSignal, SignalTradeOffer } from './signal-offer.tsx';
import { SignalOutcomeBadge } from './signal-outcome-badge.tsx';
import { signalMessages as words } from './signals.es.ts';

/** The fields that signals of setups and strategies share. */
export type ExplainedSignal = {
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly direction: Direction;
  readonly entry_price: number;
  readonly entry_time: string;
  readonly expiration_time: string;
  readonly status: SignalOutcome;
  readonly settle_price: number | null;
  readonly seq: number;
  readonly hash: string;
  readonly decision: SignalDecisionView | null;
};

type SignalArticleProps = {
  readonly signal: ExplainedSignal & Omit<OfferedSignal, 'name'>;
  /** Name of the setup or strategy. */
  readonly name: string;
  readonly decimals: number;
  readonly bands?: readonly PriceBand[];
  /** Name and value of the figures that only this kind of signal has. */
  readonly figures: readonly (readonly [name: string, value: string])[];
  readonly onBack: () => void;
  /** The parts that show the values on which the decision was based. */
  readonly children: ReactNode;
};

/**
 * Shows one signal of a setup or strategy: its candles, its figures, the values on which it is based, the decision
 * about its order, and its chain hash.
 */
export function SignalDetails({ signal, name, decimals, bands, figures, onBack, children }: SignalArticleProps) {
  return (
    <article className="grid gap-4" aria-label={words.open(signal.direction, formatDateTime(signal.entry_time))}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="ghost" size="sm" className="-ml-2 touch:h-(--h-touch)" onClick={onBack}>
          <ArrowLeft size={15} aria-hidden />
          {words.back}
        </Button>
        <DirectionTag direction={signal.direction} />
        <b>{signal.asset}</b>
        <span className="ml-auto">
          <SignalOutcomeBadge signal={signal} />
        </span>
        <SignalTradeOffer signal={{ ...signal, name }} />
      </header>
      <CandleReplay
        label={words.candles(signal.asset)}
        bet={betOf(signal)}
        decimals={decimals}
        {...(bands && { bands })}
      />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(130px,1fr))] gap-3 text-13">
        {[...commonFigures(signal, decimals), ...figures].map(([figure, value]) => (
          <div key={figure} className="min-w-0">
            <dt className="text-12 text-fg-2">{figure}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
      <SignalDecision decision={signal.decision} />
      <p className="text-12 break-all text-fg-3" title={words.sealTitle(signal.hash)}>
        {words.seal(signal.seq, signal.hash)}
      </p>
    </article>
  );
}

/** Returns what the candles show of a signal. Its candle ends at the entry. */
const betOf = (signal: ExplainedSignal): ReplayedBet => ({
  asset: signal.asset,
  timeframe: signal.timeframe,
  direction: signal.direction,
  entryPrice: signal.entry_price,
  entryTimeMs: Date.parse(signal.entry_time),
  expiryTimeMs: Date.parse(signal.expiration_time),
  exitPrice: signal.settle_price,
});

const commonFigures = (signal: ExplainedSignal, decimals: number) =>
  [
    [words.entry, `${formatPrice(signal.entry_price, decimals)} · ${formatDateTime(signal.entry_time)}`],
    [words.expiry, formatDateTime(signal.expiration_time)],
    [words.result, signal.settle_price === null ? words.pending : formatPrice(signal.settle_price, decimals)],
  ] as const;
