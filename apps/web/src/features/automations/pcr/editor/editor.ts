import type { Asset, PcrSetupView } from '@vigia/contract';
import type { Currency } from '@vigia/core/vocabulary';
import type { ReactNode } from 'react';
import type { AutomationMoney } from '../../money/automation-accounts.ts';
import type { SetupDraft } from '../model/draft.ts';
import type { DraftForm } from './use-draft.ts';
import type { PreviewState } from './use-preview.ts';
import type { SetupSaving } from './use-save.ts';

/**
 * Rules to backtest: the edited setup, with the currency of its account. `id` is null unless the setup equals the saved
 * one.
 */
export type EditedSetup = { readonly id: string | null; readonly setup: SetupDraft; readonly currency: Currency };

/** The first content of a backtest of edited rules: its form, or the report of the automatic look at the rules. */
export type FirstBacktestView = 'form' | 'look';

/** The state of the open editor, for its layouts. */
export type EditorState = {
  /** The saved setup. Null for a new setup. */
  readonly setup: PcrSetupView | null;
  readonly form: DraftForm;
  readonly saving: SetupSaving;
  readonly account: AutomationMoney;
  readonly assets: readonly Asset[] | undefined;
  /** Payout of the asset as a fraction. Null while unknown. */
  readonly payout: number | null;
  readonly state: PreviewState;
  readonly decimals: number;
  readonly chips: ReactNode;
  /** The answer to '¿Sirve?', with a button for its report only if `hasButton` is true. */
  readonly renderLook: (hasButton: boolean) => ReactNode;
  readonly onTest: (begins: FirstBacktestView) => void;
  readonly onOpen: (id: string) => void;
};

/** Returns the setup of the user. Null for a new setup and for a built-in setup. */
export const userSetupOf = (setup: PcrSetupView | null): PcrSetupView | null =>
  setup?.is_demo === false ? setup : null;

/** Returns whether saving would change nothing. */
export const isSaved = ({ setup, form }: EditorState): boolean => userSetupOf(setup) !== null && !form.dirty;
