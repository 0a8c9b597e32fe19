import type { BrokerFault } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Accounts } from './accounts.ts';
import { PRODUCTS } from './assets.ts';
import type { IqClient, MethodCall } from './client.ts';
import type { Digital } from './digital/digital.ts';
import { faultOf } from './errors.ts';
import type { Market } from './market.ts';
import { Features, Profile } from './wire/messages.ts';

const BALANCE_CHANGED = { name: 'balances.balance-changed', version: '1.0' };
const PROFILE: MethodCall = { name: 'core.get-profile', version: '1.0', body: {} };
const BALANCES: MethodCall = { name: 'balances.get-available-balances', version: '1.0', body: { types_ids: [1, 4] } };
const FEATURES: MethodCall = { name: 'features.get-features', version: '2.0', body: { category: 'client-sdk-js' } };
export const INITIALIZATION: MethodCall = { name: 'binary-options.get-initialization-data', version: '3.0', body: {} };

type Greeted = {
  readonly client: IqClient;
  readonly accounts: Accounts;
  readonly market: Market;
  readonly digital: Pick<Digital, 'begin'>;
};

/**
 * Sends the requests that follow `authenticated`, in the order of the vendor's SDK (docs/spec/brokers/iqoption.md §1):
 * options, profile, features (whether the platform allows third-party clients), balances, assets, positions. Changes of
 * the balances are subscribed to first, so that no change is missed.
 */
export async function greet({ client, accounts, market, digital }: Greeted): Promise<Result<null, BrokerFault>> {
  const [options, changes, profile, features, balances, initialization] = await Promise.all([
    client.setOptions(),
    client.subscribe(BALANCE_CHANGED),
    client.call(PROFILE),
    client.call(FEATURES),
    client.call(BALANCES),
    client.call(INITIALIZATION),
  ]);
  for (const reply of [options, changes, profile, balances, initialization])
    if (!reply.ok) return err(faultOf(reply.error));
  // In this case the vendor's SDK stops, and so does this adapter.
  if (features.ok && isOff(features.value, 'client-sdk'))
    return err({ kind: 'clients_refused', detail: 'the platform has switched other clients off' });
  if (features.ok) market.setProducts(PRODUCTS.filter((product) => !isOff(features.value, `${product}-instrument`)));
  const userId = profile.ok ? Profile.safeParse(profile.value).data?.result.user_id : undefined;
  const hasBalances = balances.ok && accounts.onBalances(balances.value);
  const hasAssets = initialization.ok && market.update(initialization.value);
  if (userId === undefined || !hasBalances || !hasAssets)
    return err({ kind: 'unknown', detail: 'profile, balances or assets could not be read' });
  if (features.ok && !isOff(features.value, 'digital-instrument')) digital.begin(userId);
  const filters = { user_id: userId };
  const positions = await client.subscribe({ name: 'portfolio.position-changed', version: '3.0', filters });
  return positions.ok ? ok(null) : err(faultOf(positions.error));
}

/** Returns whether the platform has switched this feature off. */
const isOff = (msg: unknown, feature: string): boolean =>
  Features.safeParse(msg).data?.features.some(({ name, status }) => name === feature && status === 'disabled') ?? false;
