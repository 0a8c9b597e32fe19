import { storedTextSchema } from './common.ts';

/** Largest number of characters of a tag. */
export const TAG_MAX_LENGTH = 24;

/** A tag of a user in a request. It is stored in lower case, so that one tag has one spelling. */
export const TradeTag = storedTextSchema('line')
  .min(1)
  .max(TAG_MAX_LENGTH)
  .toLowerCase()
  .meta({ examples: ['noticia'] });
