import { Slider as RadixSlider } from 'radix-ui';
import { useId, useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatForInput } from '#shared/lib/format.ts';
import { FieldError } from './field.tsx';

type Bounds = { readonly min: number; readonly max: number; readonly step: number };

type SliderFieldProps = Bounds & {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** Unit after the number: 'velas', 'ATR'. */
  readonly suffix?: string;
  /** Factor from the value to the number on the screen: 100 for a percentage. */
  readonly scale?: number;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
};

/**
 * Renders a number that the user sets by dragging, arrow keys or typing. A typed number may lie outside the range of
 * the track.
 */
export const SliderField = ({
  label,
  value,
  onChange,
  suffix,
  scale = 1,
  error,
  disabled,
  ...bounds
}: SliderFieldProps) => (
  <Frame label={label} error={error}>
    {(labelId) => (
      <>
        <span className="flex items-baseline gap-1 text-13">
          <Figure
            label={label}
            value={value}
            scale={scale}
            onChange={onChange}
            invalid={Boolean(error)}
            disabled={disabled}
          />
          {suffix && <span className="text-fg-2">{suffix}</span>}
        </span>
        <Track
          labels={[labelId]}
          values={[value]}
          onChange={([chosen = value]) => onChange(chosen)}
          disabled={disabled}
          {...bounds}
        />
      </>
    )}
  </Frame>
);

type RangeFieldProps = Bounds & {
  readonly label: string;
  readonly lowLabel: string;
  readonly highLabel: string;
  /** Text between the fields for the minimum and the maximum. */
  readonly to: string;
  readonly suffix?: string;
  readonly low: number;
  readonly high: number;
  readonly onChange: (low: number, high: number) => void;
  readonly error?: string | undefined;
};

/** Renders a minimum and a maximum on one track. */
export const RangeField = ({
  label,
  lowLabel,
  highLabel,
  to,
  suffix,
  low,
  high,
  onChange,
  error,
  ...bounds
}: RangeFieldProps) => (
  <Frame label={label} error={error}>
    {() => (
      <>
        <span className="flex items-baseline gap-1 text-13">
          <Figure label={lowLabel} value={low} onChange={(chosen) => onChange(chosen, high)} invalid={Boolean(error)} />
          <span className="text-fg-2">{to}</span>
          <Figure
            label={highLabel}
            value={high}
            onChange={(chosen) => onChange(low, chosen)}
            invalid={Boolean(error)}
          />
          {suffix && <span className="text-fg-2">{suffix}</span>}
        </span>
        <Track
          names={[lowLabel, highLabel]}
          values={[low, high]}
          onChange={([from = low, until = high]) => onChange(from, until)}
          {...bounds}
        />
      </>
    )}
  </Frame>
);

type FrameProps = {
  readonly label: string;
  readonly error: string | undefined;
  /** Renders the number and the track. `labelId` is the id of the element that labels them. */
  readonly children: (labelId: string) => React.ReactNode;
};

function Frame({ label, error, children }: FrameProps) {
  const labelId = useId();
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1">
      <span id={labelId} className="text-13 text-fg-2">
        {label}
      </span>
      {children(labelId)}
      {error && (
        <div className="col-span-2">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </div>
  );
}

type TrackProps = Bounds & {
  /** For each thumb, the id of the element that labels it. */
  readonly labels?: readonly string[];
  readonly names?: readonly string[];
  readonly values: readonly number[];
  readonly onChange: (values: number[]) => void;
  readonly disabled?: boolean | undefined;
};

function Track({ labels = [], names = [], values, onChange, min, max, step, disabled = false }: TrackProps) {
  const clamped = values.map((value) => Math.min(max, Math.max(min, value)));
  return (
    <RadixSlider.Root
      className={cn(
        'relative col-span-2 flex h-5 w-full touch-none items-center select-none touch:h-(--h-touch)',
        disabled && 'opacity-45',
      )}
      value={clamped}
      onValueChange={onChange}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
    >
      <RadixSlider.Track className="relative h-1 grow rounded-pill bg-line-strong">
        <RadixSlider.Range className="absolute h-full rounded-pill bg-accent" />
      </RadixSlider.Track>
      {clamped.map((_value, index) => (
        <RadixSlider.Thumb
          key={index}
          aria-labelledby={labels[index]}
          aria-label={names[index]}
          className="block size-4 rounded-pill border-3 border-accent-fill bg-on-fill transition max-md:size-5"
        />
      ))}
    </RadixSlider.Root>
  );
}

type FigureProps = {
  readonly label: string;
  readonly value: number;
  readonly scale?: number;
  readonly onChange: (value: number) => void;
  readonly invalid: boolean;
  readonly disabled?: boolean | undefined;
};

/** Shows the number as a text that the user can edit. If the text is invalid on blur, the last valid number returns. */
function Figure({ label, value, scale = 1, onChange, invalid, disabled = false }: FigureProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? formatForInput(rounded(value * scale));
  const type = (next: string) => {
    setTyped(next);
    const number = Number(next.trim().replace(',', '.'));
    if (next.trim() !== '' && Number.isFinite(number)) onChange(rounded(number / scale));
  };
  return (
    <input
      inputMode="decimal"
      aria-label={label}
      aria-invalid={invalid}
      disabled={disabled}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(null)}
      style={{ width: `calc(${Math.max(1, text.length)}ch + 6px)` }}
      className="rounded-chip border border-transparent bg-transparent text-right font-semibold outline-0 transition hover:border-line-strong focus:border-accent focus:bg-inset aria-invalid:border-error touch:h-11 touch:min-w-11"
    />
  );
}

/** Rounds to eight decimals, the precision of bitcoin amounts. This removes the errors of binary floating point. */
const rounded = (value: number): number => Number(value.toFixed(8));
