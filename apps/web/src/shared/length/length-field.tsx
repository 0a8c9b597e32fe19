import { countOf, formatLength, lengthOfUnit, type TradeLength } from '@vigia/core/trades';
import type { ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { Chip } from '#shared/ui/chip.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { lengthMessages as words } from './length-field.es.ts';
import { isOffered, type OfferedLengths, offeredCountsIn, unitsOf } from './offered-lengths.ts';

type LengthProps = {
  readonly offering: OfferedLengths | undefined;
  readonly length: TradeLength;
  readonly onChange: (length: TradeLength) => void;
};

/** Renders the picker for the unit of a trade's duration. Renders nothing if the asset offers only one unit. */
export function LengthUnits({ offering, length, onChange }: LengthProps) {
  const units = unitsOf(offering, length);
  if (units.length < 2) return null;
  return (
    <Segmented
      label={words.units}
      value={length.unit}
      options={units.map((value) => ({ value, label: words.unit[value] }))}
      onChange={(next) => onChange(firstIn(offering, next))}
    />
  );
}

type ChipsProps = LengthProps & {
  /** The durations to choose from. All are in the unit of the chosen duration. */
  readonly lengths: readonly TradeLength[];
  readonly isFaulty?: boolean;
  /** Class that sets the number of columns. */
  readonly className?: string;
  /** An additional field after the chips. */
  readonly children?: ReactNode;
};

/** Renders durations of one unit as chips. */
export const LengthChips = ({
  offering,
  length,
  lengths,
  isFaulty = false,
  className = length.unit === 'minutes' ? 'grid-cols-7 touch:grid-cols-4' : 'grid-cols-5 touch:grid-cols-4',
  onChange,
  children,
}: ChipsProps) => (
  <fieldset className={cn('grid gap-1.5', className)} aria-label={words.duration[length.unit]}>
    {lengths.map((each) => (
      <Chip
        key={formatLength(each)}
        className="px-0"
        selected={formatLength(each) === formatLength(length) && !isFaulty}
        disabled={!isOffered(offering, each)}
        aria-label={formatLength(each)}
        onClick={() => onChange(each)}
      >
        {countOf(each)}
      </Chip>
    ))}
    {children}
  </fieldset>
);

/**
 * Returns the offered durations that have the unit of the chosen duration. While the offer is unknown, returns only the
 * chosen duration.
 */
export const offeredInSameUnit = (offering: OfferedLengths | undefined, length: TradeLength): readonly TradeLength[] =>
  offeredCountsIn(offering, length.unit)?.map((count) => lengthOfUnit(length.unit, count)) ?? [length];

/** The durations to select after a change of the unit, if the asset offers them. */
const USUAL = { seconds: 15, ticks: 5, minutes: 5 };

function firstIn(offering: OfferedLengths | undefined, unit: TradeLength['unit']): TradeLength {
  const offered = offeredCountsIn(offering, unit) ?? [];
  const usual = USUAL[unit];
  return lengthOfUnit(unit, offered.includes(usual) ? usual : (offered[0] ?? usual));
}

/** Returns an error text if the asset does not offer a duration, or null if it does. */
export function notOfferedText(offering: OfferedLengths | undefined, length: TradeLength): string | null {
  if (isOffered(offering, length)) return null;
  const { unit } = length;
  const offered = offeredCountsIn(offering, unit) ?? [];
  return offered.length === 0
    ? words.noneOf[unit]
    : words.durationsOf(offered.join(', '), formatLength(lengthOfUnit(unit, 2)).slice(2));
}
