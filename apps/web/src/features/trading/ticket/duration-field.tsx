import { LIMITS } from '@vigia/core/vocabulary';
import { useId, useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatClock } from '#shared/lib/format.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Chip } from '#shared/ui/chip.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { tradingMessages } from '../messages.es.ts';
import { readDuration } from './ticket-maths.ts';
import { DURATIONS_MIN, useTicketStore } from './ticket-store.ts';

const words = tradingMessages.ticket;

type DurationFieldProps = {
  /** Durations of the asset, in minutes; null if any duration is offered. */
  readonly offered: readonly number[] | null;
};

/** Shows the duration of the trade, and when the trade would end if placed now. */
export function DurationField({ offered }: DurationFieldProps) {
  const faultId = useId();
  const durationMin = useTicketStore((ticket) => ticket.durationMin);
  const fault = useTicketStore((ticket) => ticket.durationFault);
  const setDuration = useTicketStore((ticket) => ticket.setDuration);
  const isOffered = offered === null || offered.includes(durationMin);
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-2 text-13 font-medium text-fg-2">
        <span>{words.duration}</span>
        {!fault && <ExpiryClock durationMin={durationMin} />}
      </div>
      <fieldset className="grid grid-cols-7 gap-1.5" aria-label={words.duration}>
        {DURATIONS_MIN.map((minutes) => (
          <Chip
            key={minutes}
            className="px-0"
            selected={minutes === durationMin && !fault}
            disabled={offered?.includes(minutes) === false}
            aria-label={words.minutes(minutes)}
            onClick={() => setDuration(minutes)}
          >
            {minutes}
          </Chip>
        ))}
        <OtherDuration faultId={faultId} />
      </fieldset>
      {fault && (
        <div id={faultId}>
          <FieldError>{words.durationFault}</FieldError>
        </div>
      )}
      {!fault && !isOffered && <FieldError>{words.durationsOf(offered.join(', '))}</FieldError>}
    </div>
  );
}

/** The field after the chips for any number of minutes. */
function OtherDuration({ faultId }: { readonly faultId: string }) {
  const durationMin = useTicketStore((ticket) => ticket.durationMin);
  const fault = useTicketStore((ticket) => ticket.durationFault);
  const setDuration = useTicketStore((ticket) => ticket.setDuration);
  const isOther = !DURATIONS_MIN.some((minutes) => minutes === durationMin);
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    // An emptied field keeps the duration chosen before.
    setDuration(text === '' ? durationMin : readDuration(text));
  };
  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      maxLength={String(LIMITS.durationMaxMinutes).length}
      placeholder={words.otherDuration}
      aria-label={words.otherDurationLabel}
      aria-invalid={fault}
      aria-describedby={fault ? faultId : undefined}
      className={cn(
        'h-7 w-full min-w-0 rounded-chip border bg-raised text-center text-13 font-medium outline-0 transition placeholder:text-fg-2 focus-visible:border-accent focus-visible:ring-3 focus-visible:ring-accent/28 max-md:h-10',
        isOther && !fault ? 'border-accent bg-accent-tint text-fg-1' : 'border-line text-fg-1',
        fault && 'border-error',
      )}
      value={
        typed !== null && (fault || typed === '' || Number(typed) === durationMin) ? typed : isOther ? durationMin : ''
      }
      onChange={(event) => type(event.target.value.trim())}
      onBlur={() => {
        if (!fault) setTyped(null);
      }}
    />
  );
}

function ExpiryClock({ durationMin }: { readonly durationMin: number }) {
  const nowMs = useServerNow();
  return (
    <span className="text-12 font-normal text-fg-3">{words.expires(formatClock(nowMs + durationMin * 60_000))}</span>
  );
}
