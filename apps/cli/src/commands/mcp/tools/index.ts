import type { BotScope } from '@vigia/core/vocabulary';
import { allowsEffect } from '@vigia/core/vocabulary';
import type { Tool } from '../tool.ts';
import { ACCOUNT_TOOLS } from './account.ts';
import { MARKET_TOOLS } from './markets.ts';
import { placePracticeOrder } from './order.ts';
import { RESULT_TOOLS } from './results.ts';
import { SIGNAL_TOOLS } from './signals.ts';

/** Returns the tools that a bot token with these scopes may use. */
export const toolsFor = (scopes: readonly BotScope[]): readonly Tool[] => [
  ...MARKET_TOOLS,
  ...SIGNAL_TOOLS,
  ...RESULT_TOOLS,
  ...ACCOUNT_TOOLS,
  ...(allowsEffect(scopes, 'places_orders') ? [placePracticeOrder] : []),
];
