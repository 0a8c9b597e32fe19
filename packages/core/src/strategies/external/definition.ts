import { defineStrategy } from '../definition.ts';

/**
 * The strategy type whose signals a sender outside Vigía sends to the user's address. It has no rules on candles, so it
 * cannot be tested on history, and `vigia verify` cannot derive its signals again.
 */
export const EXTERNAL = defineStrategy({ numbers: {}, choices: {} });
