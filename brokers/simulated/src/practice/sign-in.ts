import { sendHttpRequest } from '@vigia/broker-kit/http';
import type { BrokerFault } from '@vigia/broker-kit/port';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import { faultOf, httpFault } from './errors.ts';
import { signedIn, signInRefused } from './wire/messages.ts';

/** Requests a token. Sends the second-factor code only if the broker asked for one. */
export async function signIn(
  clock: Clock,
  origin: string,
  login: { readonly email: string; readonly password: string; readonly code: string | null },
): Promise<Result<string, BrokerFault>> {
  const answer = await sendHttpRequest(clock, {
    method: 'POST',
    url: `${origin}/sign-in`,
    body: JSON.stringify(login),
  });
  if (!answer.ok) return answer;
  const { status, body } = answer.value;
  const json = parse(body);
  if (status === 200) {
    const accepted = signedIn.safeParse(json);
    return accepted.success ? ok(accepted.data.token) : err({ kind: 'unknown', detail: 'signed in without a token' });
  }
  const refused = signInRefused.safeParse(json);
  if (!refused.success) return err(httpFault(status, json !== undefined));
  const { error, retry_after_s: afterS } = refused.data;
  return err({ ...faultOf(error), ...(afterS !== undefined && { retryAfterMs: afterS * 1000 }) });
}

/** Revokes the token. A failure is ignored, because the user disconnects anyway. */
export async function signOut(clock: Clock, origin: string, token: string): Promise<void> {
  await sendHttpRequest(clock, {
    method: 'POST',
    url: `${origin}/sign-out`,
    headers: { authorization: `Bearer ${token}` },
  });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
