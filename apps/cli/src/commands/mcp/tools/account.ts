import { z } from 'zod';
import { defineTool, type Tool } from '../tool.ts';
import { ACCOUNT_WORDS as WORDS } from './account.es.ts';

const getAccountState = defineTool({
  name: 'get_account_state',
  title: WORDS.title,
  description: WORDS.description,
  input: z.strictObject({}),
  run: async (_none, { client, signal }) => {
    const [mode, risk, active, automation] = await Promise.all([
      client.call('GET /api/v1/trading/mode/current', {}, { signal }),
      client.call('GET /api/v1/trading/risk', {}, { signal }),
      client.call('GET /api/v1/trading/active', {}, { signal }),
      client.call('GET /api/v1/trading/automation', {}, { signal }),
    ]);
    const state = { mode: mode.data, risk: risk.data, active: active.data, automation: automation.data };
    return { text: WORDS.state(state), data: state };
  },
});

/** Tools about the account. */
export const ACCOUNT_TOOLS: readonly Tool[] = [getAccountState];
