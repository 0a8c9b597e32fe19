import { defineStrategy } from '../definition.ts';

/**
 * The strategy type whose rules the user writes. It has no number parameters; the user writes conditions for each
 * direction.
 */
export const CUSTOM = defineStrategy({ numbers: {}, choices: {}, hasOwnRules: true });
