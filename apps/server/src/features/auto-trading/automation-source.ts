import type { MoneyRules, SetupRiskRules } from '@vigia/core/automation';
import type { EpochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';

/** How a setup or strategy trades by itself, as its owner last said. */
export type AutoTradeRules = {
  /** null for those of the house, which trade for nobody. */
  readonly userId: string | null;
  readonly name: string;
  readonly isActive: boolean;
  readonly autoTrade: boolean;
  readonly riskControl: SetupRiskRules;
  readonly moneyManagement: MoneyRules;
};

/** Where setups, or strategies, are kept. */
export interface AutomationSource {
  /** Held as they are until the transaction ends; null once it is gone or archived. */
  autoTradeRules(tx: Transaction, id: string): Promise<AutoTradeRules | null>;
  /** Leaves it signalling but no longer trading, until the person switches that on again. */
  stopAutoTrade(tx: Transaction, id: string, nowMs: EpochMs): Promise<void>;
}
