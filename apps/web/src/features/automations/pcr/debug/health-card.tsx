import type { PcrDebug } from '@vigia/contract';
import { Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatDecimal, formatMoment, formatPrice } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { Note } from '#shared/ui/note.tsx';
import { debugMessages } from './messages.es.ts';

const words = debugMessages.health;

type HealthCardProps = {
  readonly state: PcrDebug;
  readonly decimals: number;
  /** Whether the server does not respond. The last known state is then out of date. */
  readonly isGone: boolean;
};

/** Shows whether prices arrive, how fast the engine is, and how old its state is. */
export function HealthCard({ state, decimals, isGone }: HealthCardProps) {
  const { feed, engine, atr, shared_by: sharedBy } = state;
  const { evaluation_ms: took, last_candle_at: lastCandle } = engine;
  return (
    <Card>
      <CardHeader title={words.title}>
        {isGone ? (
          <Badge tone="error">{words.gone}</Badge>
        ) : (
          <Badge tone={feed.state === 'live' ? 'ok' : 'warn'}>{words.states[feed.state]}</Badge>
        )}
      </CardHeader>
      <div className="grid gap-3 p-4 text-13">
        {feed.state !== 'live' && (
          <Note icon={Unplug} tone="warn">
            <p role="alert">
              <b>{feed.message}</b> {words.feedDown}
            </p>
          </Note>
        )}
        <dl className="grid gap-2">
          <Fact name={words.feed}>
            {feed.age_ms === null ? words.states[feed.state] : words.age(formatDecimal(feed.age_ms / 1_000, 1))}
          </Fact>
          <Fact name={words.evaluation}>
            {took
              ? words.percentiles(formatDecimal(took.p50), formatDecimal(took.p99), formatDecimal(took.max))
              : words.notMeasured}
          </Fact>
          <Fact name={words.lastCandle}>{lastCandle ? formatMoment(lastCandle) : words.none}</Fact>
          <Fact name={words.shared}>{formatCount(sharedBy)}</Fact>
          <Fact name={words.streams}>{words.both(formatCount(engine.streams), formatCount(engine.setups))}</Fact>
          <Fact name={words.journal}>{formatCount(engine.journal_waiting)}</Fact>
          <Fact name={words.restored}>{words.origins[engine.restored_from]}</Fact>
          <Fact name={words.atr}>{atr === null ? words.notYet : formatPrice(atr, decimals + 1)}</Fact>
        </dl>
      </div>
    </Card>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3">
    <dt className="text-fg-2">{name}</dt>
    <dd className="ml-auto text-right font-medium">{children}</dd>
  </div>
);
