/** A WebSocket that stays up, and requests waiting for their answers on it. */

export type { Wire } from './connection.ts';
export { type Link, type LinkOptions, type LinkState, type LinkTarget, openLink } from './link.ts';
export { PendingRequests, type Unanswered } from './pending-requests.ts';
