import { formatClock } from '#shared/lib/format.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Chip } from '#shared/ui/chip.tsx';
import { tradingMessages } from '../messages.es.ts';
import { DURATIONS_MIN, useTicketStore } from './ticket-store.ts';

const words = tradingMessages.ticket;

/** How long the trade runs, and when it would end if placed now. */
export function DurationField() {
  const durationMin = useTicketStore((ticket) => ticket.durationMin);
  const setDuration = useTicketStore((ticket) => ticket.setDuration);
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-2 text-13 font-medium text-fg-2">
        <span>{words.duration}</span>
        <ExpiryClock durationMin={durationMin} />
      </div>
      <fieldset className="grid grid-cols-6 gap-1.5" aria-label={words.duration}>
        {DURATIONS_MIN.map((minutes) => (
          <Chip
            key={minutes}
            className="px-0"
            selected={minutes === durationMin}
            aria-label={words.minutes(minutes)}
            onClick={() => setDuration(minutes)}
          >
            {minutes}
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}

function ExpiryClock({ durationMin }: { readonly durationMin: number }) {
  const nowMs = useServerNow();
  return (
    <span className="text-12 font-normal text-fg-3">{words.expires(formatClock(nowMs + durationMin * 60_000))}</span>
  );
}
