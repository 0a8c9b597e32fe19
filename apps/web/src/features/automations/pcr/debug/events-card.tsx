import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { formatTickTime } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { type DebugEvent, eventDetailText, eventKindText } from './event-log.ts';
import { debugMessages } from './messages.es.ts';

const words = debugMessages.events;

type EventsCardProps = {
  readonly events: readonly DebugEvent[];
  /** Decimals of the asset's prices. */
  readonly decimals: number;
};

/**
 * Lists the events of the engine, newest first. While the user pauses the list, it stays the same, but the log still
 * collects events.
 */
export function EventsCard({ events, decimals }: EventsCardProps) {
  const [frozen, setFrozen] = useState<readonly DebugEvent[] | null>(null);
  const shown = frozen ?? events;
  const waiting = events.filter(({ number }) => number > (shown.at(-1)?.number ?? 0)).length;
  const Icon = frozen ? Play : Pause;
  return (
    <Card>
      <CardHeader title={words.title}>
        {frozen && <span className="text-12 text-warn">{words.paused(waiting)}</span>}
        <Button size="sm" aria-pressed={frozen !== null} onClick={() => setFrozen(frozen ? null : events)}>
          <Icon size={14} aria-hidden />
          {frozen ? words.resume : words.pause}
        </Button>
      </CardHeader>
      {shown.length === 0 ? (
        <EmptyState text={words.none} />
      ) : (
        <section
          aria-label={words.title}
          tabIndex={0}
          className="max-h-96 overflow-y-auto focus-visible:-outline-offset-2"
        >
          <ol>
            {shown.toReversed().map((event) => (
              <li
                key={event.number}
                className="grid grid-cols-[auto_auto_minmax(0,1fr)] gap-x-3 border-b border-line px-4 py-1.5 text-12 last:border-0 max-md:grid-cols-[auto_minmax(0,1fr)] max-md:px-3"
              >
                <time dateTime={event.at} className="whitespace-nowrap text-fg-3">
                  {formatTickTime(event.at)}
                </time>
                <b className="whitespace-nowrap">{eventKindText(event.kind)}</b>
                <span className="break-words text-fg-2 max-md:col-span-2">
                  {eventDetailText(event.detail, decimals)}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </Card>
  );
}
