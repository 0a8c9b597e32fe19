import { freePort } from './free-port.ts';
import type { Place } from './local-cluster.ts';

/** A process: its name and its role. */
export type Role = readonly [name: string, roles: string];

/** The cluster of `npm run cluster`; the feed first, since every other process subscribes to it. */
export const SMALLEST: readonly Role[] = [
  ['feed-1', 'feed'],
  ['api-1', 'api'],
  ['api-2', 'api'],
  ['engine-1', 'engine'],
  ['engine-2', 'engine'],
  ['settler-1', 'settler'],
  ['settler-2', 'settler'],
];

/** On free ports of this machine. */
export async function placesAnywhere(roles: readonly Role[]): Promise<readonly Place[]> {
  const ports = await Promise.all(roles.map(() => freePort()));
  return roles.map(([name, does], index) => ({ name, roles: does, port: ports[index] ?? 0 }));
}

/** API servers use ports from `port` on, other processes from `port` + 10: the same at every start. */
export function placesFrom(port: number, roles: readonly Role[]): readonly Place[] {
  const apiUrls = roles.filter(([, does]) => does === 'api');
  const others = roles.filter(([, does]) => does !== 'api');
  const portOf = (role: Role): number =>
    role[1] === 'api' ? port + apiUrls.indexOf(role) : port + FURTHER_ON + others.indexOf(role);
  return roles.map((role) => ({ name: role[0], roles: role[1], port: portOf(role) }));
}

const FURTHER_ON = 10;
