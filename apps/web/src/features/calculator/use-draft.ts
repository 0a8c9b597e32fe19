import { useEffect, useRef, useState } from 'react';
import {
  type CalculatorDraft,
  type CalculatorSearch,
  calculatorDraftOf,
  searchParamsOf,
  withFieldNumber,
  withTypedText,
} from './model/address.ts';
import type { CalculatorValues, NumberFieldKey } from './model/fields.ts';

/** Delay in milliseconds from the last keystroke to the update of the URL. */
const ADDRESS_MS = 300;

/** Returns the typed texts and the values in use. They are synchronised with the URL in both directions. */
export function useDraft(search: CalculatorSearch, onSearch: (search: CalculatorSearch) => void) {
  const [draft, setDraft] = useState<CalculatorDraft>(() => calculatorDraftOf(search));
  const written = useRef(search);
  const isTouched = useRef(false);
  useEffect(() => {
    if (sameSearch(search, written.current)) return;
    written.current = search;
    isTouched.current = false;
    setDraft(calculatorDraftOf(search));
  }, [search]);
  useEffect(() => {
    if (!isTouched.current) return;
    const timer = setTimeout(() => {
      const next = searchParamsOf(draft.values);
      if (sameSearch(next, written.current)) return;
      written.current = next;
      onSearch(next);
    }, ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [draft.values, onSearch]);
  const change = (next: (before: CalculatorDraft) => CalculatorDraft) => {
    isTouched.current = true;
    setDraft((before) => ({ ...next(before), addressFaults: [] }));
  };
  return {
    draft,
    type: (key: NumberFieldKey, text: string) => change((before) => withTypedText(before, key, text)),
    put: (key: NumberFieldKey, value: number) => change((before) => withFieldNumber(before, key, value)),
    choose: (choice: Partial<Pick<CalculatorValues, 'staking' | 'kelly'>>) =>
      change((before) => ({ ...before, values: { ...before.values, ...choice } })),
    reset: () => change(() => calculatorDraftOf({})),
  };
}

const keyOf = (search: CalculatorSearch): string => JSON.stringify(Object.entries(search).toSorted());
const sameSearch = (one: CalculatorSearch, other: CalculatorSearch): boolean => keyOf(one) === keyOf(other);
