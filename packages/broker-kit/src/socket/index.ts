/** A WebSocket that reconnects by itself, and the requests that are pending on it. */

export type { Closing, Wire } from './connection.ts';
export { type Link, type LinkOptions, type LinkState, type LinkTarget, openLink } from './link.ts';
export { PendingRequests, type Unanswered } from './pending-requests.ts';
