import { defineStrategy } from '../definition.ts';

/** Rules that the user writes. They have no numbers of their own, but conditions for each direction. */
export const CUSTOM = defineStrategy({ numbers: {}, choices: {}, hasOwnRules: true });
