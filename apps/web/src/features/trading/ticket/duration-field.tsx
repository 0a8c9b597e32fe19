import { useQueryClient } from '@tanstack/react-query';
import { countOf, minutesLong, secondsOf, type TradeLength } from '@vigia/core/trades';
import { LIMITS } from '@vigia/core/vocabulary';
import { useEffect, useId, useState } from 'react';
import { lengthMessages as words } from '#shared/length/length-field.es.ts';
import { LengthChips, LengthUnits, notOfferedText, offeredInSameUnit } from '#shared/length/length-field.tsx';
import type { OfferedLengths } from '#shared/length/offered-lengths.ts';
import { assetsQuery } from '#shared/lib/assets.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { cn } from '#shared/lib/cn.ts';
import { formatClock } from '#shared/lib/format.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { FieldError } from '#shared/ui/field.tsx';
import { readDuration } from './ticket-maths.ts';
import { DURATIONS_MIN, useTicketStore } from './ticket-store.ts';

type DurationFieldProps = {
  readonly asset: OfferedLengths | undefined;
  /** Whether the payout of the chosen duration is known. */
  readonly isPriced?: boolean;
};

/**
 * Refetches the assets when the payout becomes known. A broker may report the durations of an asset only after a
 * request for its price, and the cached asset list may be a minute old.
 */
function useStatedLengths(asset: OfferedLengths | undefined, isPriced: boolean): void {
  const queries = useQueryClient();
  const { data: account } = useChosenAccount();
  const isMissing = asset?.durations === null && account !== undefined && account.kind !== 'mock';
  useEffect(() => {
    if (isMissing && isPriced) void queries.invalidateQueries({ queryKey: assetsQuery.queryKey });
  }, [queries, isMissing, isPriced]);
}

/**
 * Shows the duration of the trade in the units that the asset offers, and when a trade that is placed now would end.
 */
export function DurationField({ asset, isPriced = false }: DurationFieldProps) {
  useStatedLengths(asset, isPriced);
  const faultId = useId();
  const length = useTicketStore((ticket) => ticket.length);
  const fault = useTicketStore((ticket) => ticket.durationFault);
  const setLength = useTicketStore((ticket) => ticket.setLength);
  const { unit } = length;
  const missing = notOfferedText(asset, length);
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-2 text-13 font-medium text-fg-2">
        <span>{words.duration[unit]}</span>
        {!fault && <EndText length={length} />}
      </div>
      <LengthUnits offering={asset} length={length} onChange={setLength} />
      <LengthChips
        offering={asset}
        length={length}
        lengths={unit === 'minutes' ? DURATIONS_MIN.map(minutesLong) : offeredInSameUnit(asset, length)}
        isFaulty={fault}
        onChange={setLength}
      >
        {unit === 'minutes' && <OtherDuration faultId={faultId} />}
      </LengthChips>
      {fault && (
        <div id={faultId}>
          <FieldError>{words.durationFault}</FieldError>
        </div>
      )}
      {!fault && missing && <FieldError>{missing}</FieldError>}
    </div>
  );
}

/** Renders the input for any number of minutes, after the chips. */
function OtherDuration({ faultId }: { readonly faultId: string }) {
  const length = useTicketStore((ticket) => ticket.length);
  const fault = useTicketStore((ticket) => ticket.durationFault);
  const setLength = useTicketStore((ticket) => ticket.setLength);
  const durationMin = countOf(length);
  const isOther = !DURATIONS_MIN.some((minutes) => minutes === durationMin);
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    // If the user empties the field, the duration that was chosen before stays.
    const minutes = text === '' ? durationMin : readDuration(text);
    setLength(minutes === null ? null : minutesLong(minutes));
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
        'h-7 w-full min-w-0 rounded-chip border bg-raised text-center text-13 font-medium outline-0 transition placeholder:text-fg-2 focus-visible:border-accent focus-visible:ring-3 focus-visible:ring-accent/28 touch:h-11',
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

/** Shows when the trade ends: a time of day, or a number of ticks. */
function EndText({ length }: { readonly length: TradeLength }) {
  const nowMs = useServerNow();
  const durationS = secondsOf(length);
  return (
    <span className="text-12 font-normal text-fg-3">
      {durationS === null ? words.endsWithTick : words.expires(formatClock(nowMs + durationS * 1_000))}
    </span>
  );
}
