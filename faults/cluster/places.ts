import { freePort } from '@vigia/server/testing';
import type { ProcessSpec } from './local-cluster.ts';

/** The name and the roles of a process. */
export type Role = readonly [name: string, roles: string];

/**
 * The roles of the processes of `npm run cluster`. The feed comes first, because every other process subscribes to its
 * data.
 */
export const SMALLEST_CLUSTER: readonly Role[] = [
  ['feed-1', 'feed'],
  ['api-1', 'api'],
  ['api-2', 'api'],
  ['engine-1', 'engine'],
  ['engine-2', 'engine'],
  ['settler-1', 'settler'],
  ['settler-2', 'settler'],
];

/** Gives each process a free port of this machine. */
export async function processSpecsOnFreePorts(roles: readonly Role[]): Promise<readonly ProcessSpec[]> {
  const ports = await Promise.all(roles.map(() => freePort()));
  return roles.map(([name, does], index) => ({ name, roles: does, port: ports[index] ?? 0 }));
}

/**
 * Gives API processes the ports from `port` on, and other processes the ports from `port` + 10 on, so that the ports
 * are the same at every start.
 */
export function processPlacesFromPort(port: number, roles: readonly Role[]): readonly ProcessSpec[] {
  const apiUrls = roles.filter(([, does]) => does === 'api');
  const others = roles.filter(([, does]) => does !== 'api');
  const portOf = (role: Role): number =>
    role[1] === 'api' ? port + apiUrls.indexOf(role) : port + FURTHER_ON + others.indexOf(role);
  return roles.map((role) => ({ name: role[0], roles: role[1], port: portOf(role) }));
}

const FURTHER_ON = 10;
