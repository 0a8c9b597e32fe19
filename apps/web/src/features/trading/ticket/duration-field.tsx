import { useQueryClient } from '@tanstack/react-query';
import { countOf, formatLength, lengthOfUnit, minutesLong, secondsOf, type TradeLength } from '@vigia/core/trades';
import { LIMITS } from '@vigia/core/vocabulary';
import { useEffect, useId, useState } from 'react';
import { assetsQuery } from '#shared/lib/assets.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { cn } from '#shared/lib/cn.ts';
import { formatClock } from '#shared/lib/format.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Chip } from '#shared/ui/chip.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { durationMessages as words } from './duration-field.es.ts';
import { countsIn, isOffered, type Offering, unitsOf } from './offered-lengths.ts';
import { readDuration } from './ticket-maths.ts';
import { DURATIONS_MIN, useTicketStore } from './ticket-store.ts';

type DurationFieldProps = {
  readonly asset: Offering | undefined;
  /** Whether the payout of the chosen length is known. */
  readonly isPriced?: boolean;
};

/**
 * Reads the assets again once the payout is known: a broker may state the lengths of an asset only after a request for
 * its price, and the list is otherwise as old as a minute.
 */
function useStatedLengths(asset: Offering | undefined, isPriced: boolean): void {
  const queries = useQueryClient();
  const { data: account } = useChosenAccount();
  const isMissing = asset?.durations === null && account !== undefined && account.kind !== 'mock';
  useEffect(() => {
    if (isMissing && isPriced) void queries.invalidateQueries({ queryKey: assetsQuery.queryKey });
  }, [queries, isMissing, isPriced]);
}

/** Shows the length of the trade in the units that the asset has, and when the trade would end if placed now. */
export function DurationField({ asset, isPriced = false }: DurationFieldProps) {
  useStatedLengths(asset, isPriced);
  const faultId = useId();
  const length = useTicketStore((ticket) => ticket.length);
  const fault = useTicketStore((ticket) => ticket.durationFault);
  const setLength = useTicketStore((ticket) => ticket.setLength);
  const { unit } = length;
  const offered = countsIn(asset, unit);
  const units = unitsOf(asset, length);
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-2 text-13 font-medium text-fg-2">
        <span>{words.duration[unit]}</span>
        {!fault && <EndText length={length} />}
      </div>
      {units.length > 1 && (
        <Segmented
          label={words.units}
          value={unit}
          options={units.map((value) => ({ value, label: words.unit[value] }))}
          onChange={(next) => setLength(firstIn(asset, next))}
        />
      )}
      <fieldset
        className={cn('grid gap-1.5', unit === 'minutes' ? 'grid-cols-7' : 'grid-cols-5')}
        aria-label={words.duration[unit]}
      >
        {chipsOf(unit, offered).map((each) => (
          <Chip
            key={formatLength(each)}
            className="px-0"
            selected={formatLength(each) === formatLength(length) && !fault}
            disabled={!isOffered(asset, each)}
            aria-label={formatLength(each)}
            onClick={() => setLength(each)}
          >
            {countOf(each)}
          </Chip>
        ))}
        {unit === 'minutes' && <OtherDuration faultId={faultId} />}
      </fieldset>
      {fault && (
        <div id={faultId}>
          <FieldError>{words.durationFault}</FieldError>
        </div>
      )}
      {!fault && !isOffered(asset, length) && <FieldError>{notOffered(unit, offered ?? [])}</FieldError>}
    </div>
  );
}

const chipsOf = (unit: TradeLength['unit'], offered: readonly number[] | null): TradeLength[] =>
  (unit === 'minutes' ? DURATIONS_MIN : (offered ?? [])).map((count) => lengthOfUnit(unit, count));

/** Lengths with which a unit begins, if the asset has them. */
const USUAL = { seconds: 15, ticks: 5, minutes: 5 };

function firstIn(asset: Offering | undefined, unit: TradeLength['unit']): TradeLength {
  const offered = countsIn(asset, unit) ?? [];
  const usual = USUAL[unit];
  return lengthOfUnit(unit, offered.includes(usual) ? usual : (offered[0] ?? usual));
}

const notOffered = (unit: TradeLength['unit'], offered: readonly number[]): string =>
  offered.length === 0
    ? words.noneOf[unit]
    : words.durationsOf(offered.join(', '), formatLength(lengthOfUnit(unit, 2)).slice(2));

/** The field after the chips for any number of minutes. */
function OtherDuration({ faultId }: { readonly faultId: string }) {
  const length = useTicketStore((ticket) => ticket.length);
  const fault = useTicketStore((ticket) => ticket.durationFault);
  const setLength = useTicketStore((ticket) => ticket.setLength);
  const durationMin = countOf(length);
  const isOther = !DURATIONS_MIN.some((minutes) => minutes === durationMin);
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    // An emptied field keeps the duration chosen before.
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

/** Shows when the trade ends: at a time of the clock, or with a tick. */
function EndText({ length }: { readonly length: TradeLength }) {
  const nowMs = useServerNow();
  const durationS = secondsOf(length);
  return (
    <span className="text-12 font-normal text-fg-3">
      {durationS === null ? words.endsWithTick : words.expires(formatClock(nowMs + durationS * 1_000))}
    </span>
  );
}
