import { z } from 'zod';
import { BrokerWord } from './common.ts';
import { SETUP_ID } from './examples/pcr.ts';

/** `PUT /api/pcr/setup/{id}/account` and `PUT /api/v1/strategies/{id}/account` */
export const AutomationAccountParams = z.object({ id: z.uuid().meta({ examples: [SETUP_ID] }) });

/**
 * Account on which a setup or strategy trades: the demo account of a broker, or `mock`, the paper account. Automation
 * never uses real money.
 */
export const AutomationAccount = z
  .strictObject({ broker: BrokerWord })
  .meta({ examples: [{ broker: 'mock' }, { broker: 'deriv' }] });
export type AutomationAccount = z.infer<typeof AutomationAccount>;
