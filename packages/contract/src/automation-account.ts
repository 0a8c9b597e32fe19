import { z } from 'zod';
import { BrokerIdOrMock, CurrencyCode, Money } from './common.ts';
import { SETUP_ID } from './examples/pcr.ts';

/** Path parameters of `PUT /api/pcr/setup/{id}/account` and `PUT /api/v1/strategies/{id}/account`. */
export const AutomationAccountParams = z.object({ id: z.uuid().meta({ examples: [SETUP_ID] }) });

/**
 * Account on which a setup or strategy trades: the demo account of a broker, or the paper account (`mock`). Real money
 * has a route of its own (`RealAutomation`).
 */
export const AutomationAccount = z
  .strictObject({ broker: BrokerIdOrMock })
  .meta({ examples: [{ broker: 'mock' }, { broker: 'deriv' }] });
export type AutomationAccount = z.infer<typeof AutomationAccount>;

/** An account on which a setup or strategy may trade. */
const AutomationAccountView = z.object({
  broker: BrokerIdOrMock,
  /** Currency of the demo account, as the broker reported it last; null if the broker has reported none. */
  currency: CurrencyCode.nullable(),
  /** Free money of the account, in `currency`. */
  balance: Money.nullable(),
  /** Whether the broker forbids automated trading. No setup or strategy can then use this account. */
  forbids_bots: z.boolean(),
});

/** Response of `GET /api/v1/trading/automation/accounts`. */
export const AutomationAccounts = z
  .object({
    /** Account on which a new setup or strategy trades. */
    first: BrokerIdOrMock,
    /** The accounts: the paper account (`mock`) first, then one for each broker of this installation. */
    accounts: z.array(AutomationAccountView),
  })
  .meta({
    examples: [
      {
        first: 'olymptrade',
        accounts: [
          { broker: 'mock', currency: 'USD', balance: 10_000, forbids_bots: false },
          { broker: 'olymptrade', currency: 'CLP', balance: 1_000_000, forbids_bots: false },
          { broker: 'quotex', currency: null, balance: null, forbids_bots: true },
        ],
      },
    ],
  });
export type AutomationAccounts = z.infer<typeof AutomationAccounts>;
