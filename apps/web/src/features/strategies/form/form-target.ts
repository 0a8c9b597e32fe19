import type { StrategyInput, StrategyView } from '@vigia/contract';
import { create } from 'zustand';
import { useUi } from '#shared/lib/ui-store.ts';

/** Subject of the form: a new strategy, empty or from a starting point, or an existing one. */
export type FormTarget =
  | { readonly kind: 'new'; readonly from: StrategyInput | null }
  | { readonly kind: 'edit'; readonly strategy: StrategyView };

const FROM_NOTHING: FormTarget = { kind: 'new', from: null };

export const useFormTarget = create<{ readonly target: FormTarget }>()(() => ({ target: FROM_NOTHING }));

/** Opens the strategyForm modal. */
export function openStrategyForm(target: FormTarget = FROM_NOTHING): void {
  useFormTarget.setState({ target });
  useUi.getState().openModal('strategyForm');
}
