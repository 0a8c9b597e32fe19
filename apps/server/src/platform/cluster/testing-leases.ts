import type { LeaseHandle } from './cluster.ts';

/** A lease that is never lost. */
export const permanentLease = (name: string): LeaseHandle => ({ name, fence: 0n, isFresh: () => true });
