import type { StrategyBody, StrategyView } from '@vigia/contract';
import { create } from 'zustand';
import { useUi } from '#shared/lib/ui-store.ts';

/** The subject of the form: a new strategy, with or without initial values, or an existing strategy. */
export type FormTarget =
  | { readonly kind: 'new'; readonly from: StrategyBody | null }
  | { readonly kind: 'edit'; readonly strategy: StrategyView };

const FROM_NOTHING: FormTarget = { kind: 'new', from: null };

export const useFormTarget = create<{ readonly target: FormTarget }>()(() => ({ target: FROM_NOTHING }));

/** Opens the modal `strategyForm`. */
export function openStrategyForm(target: FormTarget = FROM_NOTHING): void {
  useFormTarget.setState({ target });
  useUi.getState().openModal('strategyForm');
}
