/** A WebSocket that reconnects by itself, and its pending requests. */

export type { CloseReason, SocketSender } from './connection.ts';
export { type Link, type LinkOptions, type LinkState, type LinkTarget, openLink } from './link.ts';
export { type NoResponseReason, PendingRequests } from './pending-requests.ts';
