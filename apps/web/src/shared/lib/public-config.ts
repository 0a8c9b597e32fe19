import { PublicConfig } from '@vigia/contract';
import { authMessages } from '#shared/auth/messages.es.ts';
import { nameBrokers, setBrokerRules } from './broker-name.ts';

/**
 * Fetches `/config.json` and sets the names and rules of the brokers. An empty URL in the file stands for the origin of
 * the page.
 */
export async function loadPublicConfig(): Promise<PublicConfig> {
  const answer = await fetch('/config.json', { signal: AbortSignal.timeout(30_000) }).catch(() => null);
  const parsed = PublicConfig.safeParse(answer?.ok ? await answer.json().catch(() => null) : null);
  if (!parsed.success) throw new Error(authMessages.unreachable);
  if (parsed.data.supabaseAnonKey === '') throw new Error(authMessages.missingKey);
  nameBrokers(parsed.data.brokerNames);
  setBrokerRules(parsed.data.brokerRules);
  return { ...parsed.data, supabaseUrl: parsed.data.supabaseUrl || window.location.origin };
}
