/** The fields of a message from outside. Only `direction` is required. */
export const MESSAGE_FIELDS = ['direction', 'symbol', 'id', 'time'] as const;
export type MessageField = (typeof MESSAGE_FIELDS)[number];
