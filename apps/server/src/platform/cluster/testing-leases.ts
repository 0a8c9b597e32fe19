import type { LeaseHandle } from './cluster.ts';

/** Returns a lease that is never lost. */
export const permanentLease = (name: string): LeaseHandle => ({ name, fence: 0n, isFresh: () => true });
