import type { SetupRiskRules } from '@vigia/core/automation';
import type { EpochMs } from '@vigia/core/kernel';
import type { MoneyManagement } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';

/** Auto-trading rules of a setup or strategy, as last stored by its owner. */
export type AutoTradeRules = {
  /** null for a built-in setup, which trades for no user. */
  readonly userId: string | null;
  readonly name: string;
  readonly isActive: boolean;
  readonly autoTrade: boolean;
  readonly riskControl: SetupRiskRules;
  readonly moneyManagement: MoneyManagement;
};

/** The stored setups, or the stored strategies. */
export interface AutomationSource {
  /** Locks and returns the rules until the transaction ends; null if the automation was deleted or archived. */
  autoTradeRules(tx: Transaction, id: string): Promise<AutoTradeRules | null>;
  /** Switches auto-trading off until the user switches it on again; the setup or strategy still gives signals. */
  stopAutoTrade(tx: Transaction, id: string, nowMs: EpochMs): Promise<void>;
}
