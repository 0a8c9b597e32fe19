import type { SetupRiskRules } from '@vigia/core/auto-trading';
import type { EpochMs } from '@vigia/core/kernel';
import type { MoneyManagement } from '@vigia/core/vocabulary';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { BrokerVenue } from '../accounts/index.ts';

/** Auto-trading rules of a setup or strategy, as last stored by its owner. */
export type AutoTradeRules = {
  /** Id of the owner; null for a built-in setup, which trades for no user. */
  readonly userId: string | null;
  readonly name: string;
  readonly isActive: boolean;
  readonly autoTrade: boolean;
  /** The account at a broker that receives its orders; null for the paper account. */
  readonly account: BrokerVenue | null;
  readonly riskControl: SetupRiskRules;
  readonly moneyManagement: MoneyManagement;
};

/** The stored setups or the stored strategies, with their auto-trading rules. */
export interface AutomationSource {
  /** Returns the rules and locks them until the transaction ends; null if the automation was deleted or archived. */
  autoTradeRules(tx: Transaction, id: string): Promise<AutoTradeRules | null>;
  /**
   * Stores the account on which the setup or strategy trades; null stores the paper account. Checks nothing. Returns
   * false if the user has no such setup or strategy.
   */
  setAccount(
    sql: Sql,
    owned: { readonly userId: string; readonly id: string },
    account: BrokerVenue | null,
    nowMs: EpochMs,
  ): Promise<boolean>;
  /** Switches auto-trading off until the user switches it on again. The setup or strategy continues to give signals. */
  stopAutoTrade(tx: Transaction, id: string, nowMs: EpochMs): Promise<void>;
}
