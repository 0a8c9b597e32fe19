import type { BrokerFault, PracticeAccount } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { IqClient } from './client.ts';
import { faultOf } from './errors.ts';

/** Balance after a reset, in units of the account's currency: the amount that the vendor's SDK requests. */
const AMOUNT = 10_000;

/** Resets the balance of a practice account (docs/spec/brokers/iqoption.md §3). */
export async function resetPractice(
  client: IqClient,
  { accountId }: PracticeAccount,
): Promise<Result<null, BrokerFault>> {
  const body = { user_balance_id: Number(accountId), amount: AMOUNT };
  const call = { name: 'internal-billing.reset-training-balance', version: '4.0', body };
  const reply = await client.callForResult(() => call);
  return reply.ok ? ok(null) : err(faultOf(reply.error));
}
