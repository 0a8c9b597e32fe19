import type { BrokerId } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import type { Accounts } from '../accounts/index.ts';
import type { AutomationMarket, EngineDeps } from '../automations/index.ts';
import type { Evidence } from '../evidence/index.ts';
import type { MarketData } from '../market-data/index.ts';

/** The market methods that the PCR engine uses. */
export type PcrMarket = AutomationMarket & Pick<MarketData, 'assets' | 'status' | 'payoutBp'>;

/** Dependencies of the PCR engine on the rest of the server. */
export type PcrDeps = EngineDeps<PcrMarket> & {
  /**
   * Reads the user's time zone and purse (kind of money and currency). Also reads the account and the limits that bound
   * the amounts of a setup.
   */
  readonly accounts: Pick<Accounts, 'riskSettings' | 'riskLimits' | 'automationMoney' | 'currentPurse'>;
  /** Evidence of all cards of setups and strategies that a user sees side by side. */
  readonly evidence: Pick<Evidence, 'ofAutomations'>;
  /** Returns the broker on whose demo account a new setup of this user trades; null for the paper account. */
  readonly firstBroker: (sql: Sql, userId: string) => Promise<BrokerId | null>;
};
