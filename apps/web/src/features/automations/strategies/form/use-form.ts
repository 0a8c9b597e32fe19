import { type FormEvent, useRef, useState } from 'react';
import type { FormTarget } from './form-target.ts';
import { type FormValues, NO_FAULTS, readForm, stillWrong, toInput, toValues, withType } from './form-values.ts';
import type { StakeRange } from './stake-range.ts';
import { useSaving } from './use-saving.ts';

const valuesOf = (target: FormTarget): FormValues =>
  toValues(target.kind === 'edit' ? toInput(target.strategy) : target.from);

/**
 * Holds the values and errors of the form, and saves the strategy. When a field is corrected, its message disappears at
 * once.
 */
export function useForm(target: FormTarget, onDone: () => void) {
  const [values, setValues] = useState(() => valuesOf(target));
  const [faults, setFaults] = useState(NO_FAULTS);
  const form = useRef<HTMLFormElement>(null);
  const { save, isSaving, failure } = useSaving(target, onDone, setFaults);
  return {
    values,
    faults,
    form,
    isSaving,
    failure,
    change: (part: Partial<FormValues>, stakes: StakeRange) => {
      setValues((before) => ({ ...before, ...part }));
      setFaults((shown) => stillWrong(shown, { ...values, ...part }, stakes));
    },
    chooseType: (type: FormValues['type']) => {
      setFaults(NO_FAULTS);
      setValues(withType(values, type));
    },
    open: setValues,
    submit: (event: FormEvent, stakes: StakeRange) => {
      event.preventDefault();
      const reading = readForm(values, stakes);
      setFaults(reading.kind === 'faults' ? reading.faults : NO_FAULTS);
      if (reading.kind === 'ready') return void save(reading.body);
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    },
  };
}
