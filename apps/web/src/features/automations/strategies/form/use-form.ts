import { type FormEvent, useRef, useState } from 'react';
import type { FormTarget } from './form-target.ts';
import {
  type FormValues,
  NO_FORM_ERRORS,
  parseForm,
  remainingErrors,
  toFormValues,
  toInput,
  withStrategyType,
} from './form-values.ts';
import type { StakeRange } from './stake-range.ts';
import { useSubmitStrategy } from './use-saving.ts';

const valuesOf = (target: FormTarget): FormValues =>
  toFormValues(target.kind === 'edit' ? toInput(target.strategy) : target.from);

/**
 * Holds the values and errors of the form, and saves the strategy. When a field is corrected, its message disappears at
 * once.
 */
export function useStrategyForm(target: FormTarget, onDone: () => void) {
  const [values, setValues] = useState(() => valuesOf(target));
  const [faults, setFaults] = useState(NO_FORM_ERRORS);
  const form = useRef<HTMLFormElement>(null);
  const { save, isSaving, failure } = useSubmitStrategy(target, onDone, setFaults);
  return {
    values,
    faults,
    form,
    isSaving,
    failure,
    change: (part: Partial<FormValues>, stakes: StakeRange) => {
      setValues((before) => ({ ...before, ...part }));
      setFaults((shown) => remainingErrors(shown, { ...values, ...part }, stakes));
    },
    chooseType: (type: FormValues['type']) => {
      setFaults(NO_FORM_ERRORS);
      setValues(withStrategyType(values, type));
    },
    open: setValues,
    submit: (event: FormEvent, stakes: StakeRange) => {
      event.preventDefault();
      const reading = parseForm(values, stakes);
      setFaults(reading.kind === 'faults' ? reading.faults : NO_FORM_ERRORS);
      if (reading.kind === 'ready') return void save(reading.body);
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    },
  };
}
