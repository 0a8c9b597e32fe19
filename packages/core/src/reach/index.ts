/** When a notification may be sent to a user, and how many of them become one message. */
export * from './next-message.ts';
export * from './release.ts';
