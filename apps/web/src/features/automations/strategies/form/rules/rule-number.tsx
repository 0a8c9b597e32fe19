import type { NumberRange } from '@vigia/core/vocabulary';
import { useId, useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatForInput } from '#shared/lib/format.ts';
import { FieldError, Input } from '#shared/ui/field.tsx';
import { readNumber } from '../read-number.ts';

type RuleNumberProps = {
  readonly label: string;
  readonly unit?: string | undefined;
  /** The number, or NaN while the typed text is not a number. */
  readonly value: number;
  readonly range: NumberRange;
  readonly error: string | undefined;
  readonly onChange: (value: number) => void;
  readonly className?: string;
};

/**
 * Shows a small field with a label for a number of a rule. While the typed text is not a number, the field keeps it.
 */
export function RuleNumber({ label, unit, value, range, error, onChange, className }: RuleNumberProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && Object.is(readNumber(typed) ?? NaN, value);
  return (
    <div className={cn('grid min-w-0 content-start gap-1', className)}>
      <label htmlFor={id} className="text-12 text-fg-2">
        {label}
      </label>
      <Input
        id={id}
        className="touch:h-(--h-touch)"
        inputMode={range.integer ? 'numeric' : 'decimal'}
        autoComplete="off"
        aria-invalid={Boolean(error)}
        suffix={unit}
        value={isTyped ? typed : Number.isNaN(value) ? '' : formatForInput(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(readNumber(target.value) ?? NaN);
        }}
      />
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
