import type { BrokerFault, PracticeAccount } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import { faultOf } from './client.ts';
import type { AccountLine } from './line.ts';
import type { Login } from './login.ts';
import { topUpVirtual } from './wire/requests.ts';

/** Resets the demo balance: by REST in the new API, on its socket in v3 (docs/spec/brokers/deriv.md §3). */
export async function resetPractice(
  login: Login,
  line: { readonly client: Pick<AccountLine['client'], 'call'> } | undefined,
  { accountId }: PracticeAccount,
): Promise<Result<null, BrokerFault>> {
  if (!line) return err({ kind: 'unknown', detail: 'no such account' });
  if (login.resetDemo) return login.resetDemo(accountId);
  const reply = await line.client.call(topUpVirtual);
  return reply.ok ? ok(null) : err(faultOf(reply.error));
}
