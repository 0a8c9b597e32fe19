import { SWEEP_MAX_VARIANTS, type SweepRange } from '@vigia/contract';
import { useState } from 'react';
import type { z } from 'zod';
import { formatCount, formatDecimal } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Field, FieldError, Input } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/select.tsx';
import { backtestMessages } from '../messages.es.ts';
import { type RangeText, readRanges, SWEEP_MAX_RANGES, suggestRange } from '../model/sweep-ranges.ts';
import type { SweepNumber } from '../target.ts';

const words = backtestMessages.sweep;
const FOLDS = [2, 3, 4, 6, 8, 12] as const;
const DEFAULT_FOLDS = 4;

type SweepFormProps = {
  readonly numbers: readonly SweepNumber[];
  readonly loading: boolean;
  readonly onRun: (ranges: readonly z.infer<typeof SweepRange>[], folds: number) => void;
};

/** Renders the form of a parameter sweep: the parameters to vary with their ranges, and the number of variants. */
export function SweepForm({ numbers, loading, onRun }: SweepFormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, RangeText>>>({});
  const [folds, setFolds] = useState(DEFAULT_FOLDS);
  const reading = readRanges(numbers, typed);
  const faults = reading.kind === 'faults' ? reading.faults : {};
  const chosen = Object.keys(typed).length;
  if (numbers.length === 0) return <p className="text-13 text-fg-2">{words.noStrategy}</p>;
  const toggle = (number: SweepNumber, on: boolean) => {
    const { [number.path]: _left, ...rest } = typed;
    setTyped(on ? { ...rest, [number.path]: suggestRange(number) } : rest);
  };
  return (
    <div className="grid gap-3">
      <p className="text-12 text-fg-2">{words.intro}</p>
      <fieldset className="grid gap-2" aria-label={words.parameters}>
        <legend className="mb-1 text-13 font-medium text-fg-2">{words.parameters}</legend>
        {numbers.map((number) => (
          <RangeRow
            key={number.path}
            number={number}
            text={typed[number.path]}
            fault={faults[number.path]}
            disabled={chosen >= SWEEP_MAX_RANGES}
            onToggle={(on) => toggle(number, on)}
            onChange={(text) => setTyped({ ...typed, [number.path]: text })}
          />
        ))}
      </fieldset>
      {faults['all'] && chosen > 0 && <FieldError>{faults['all']}</FieldError>}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-52 max-md:w-full">
          <Field label={words.folds} hint={words.foldsHint}>
            {(control) => (
              <Select {...control} value={folds} onChange={(event) => setFolds(Number(event.target.value))}>
                {FOLDS.map((count) => (
                  <option key={count} value={count}>
                    {count}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <div className="flex items-center gap-3 max-md:grid max-md:w-full">
          <span role="status" className="text-12 text-fg-3">
            {reading.variants !== null && words.count(formatCount(reading.variants), formatCount(SWEEP_MAX_VARIANTS))}
          </span>
          <Button
            variant="primary"
            loading={loading}
            disabled={reading.kind === 'faults'}
            onClick={() => reading.kind === 'ready' && onRun(reading.ranges, folds)}
          >
            {backtestMessages.runSweep(formatCount(reading.variants ?? 0))}
          </Button>
        </div>
      </div>
    </div>
  );
}

type RangeRowProps = {
  readonly number: SweepNumber;
  /** Typed range. Undefined while the parameter does not vary. */
  readonly text: RangeText | undefined;
  readonly fault: string | undefined;
  /** Whether the maximum number of varying parameters is reached. */
  readonly disabled: boolean;
  readonly onToggle: (on: boolean) => void;
  readonly onChange: (text: RangeText) => void;
};

const PARTS = ['from', 'to', 'step'] as const;

const RangeRow = ({ number, text, fault, disabled, onToggle, onChange }: RangeRowProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] items-start gap-x-4 gap-y-1 max-md:grid-cols-1">
    <Checkbox
      checked={text !== undefined}
      disabled={disabled && text === undefined}
      aria-label={words.vary(number.label)}
      onChange={(event) => onToggle(event.target.checked)}
    >
      <span className="py-2">
        {number.label} <span className="text-12 text-fg-3">{words.now(formatDecimal(number.value))}</span>
      </span>
    </Checkbox>
    {text && (
      <div className="grid gap-1">
        <div className="grid grid-cols-3 gap-2">
          {PARTS.map((part) => (
            <Input
              key={part}
              aria-label={`${number.label}: ${words[part]}`}
              aria-invalid={fault !== undefined}
              inputMode="decimal"
              autoComplete="off"
              suffix={words[part].toLowerCase()}
              value={text[part]}
              onChange={(event) => onChange({ ...text, [part]: event.target.value })}
            />
          ))}
        </div>
        {fault && <FieldError>{fault}</FieldError>}
      </div>
    )}
  </div>
);
