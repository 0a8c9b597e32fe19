import { z } from 'zod';
import { defineTool, type Tool, type ToolContext, ToolRefusal } from '../tool.ts';
import type { KnownSignal } from './known-signal.ts';
import { SIGNAL_WORDS as WORDS } from './signals.es.ts';

const KINDS = ['pcr', 'strategy'] as const;
const LIMIT_MAX = 100;

/** Returns the latest signals of setups and strategies, newest first. The server keeps a hundred of each. */
async function latestSignals({ client, signal }: ToolContext): Promise<KnownSignal[]> {
  const [pcr, strategies] = await Promise.all([
    client.call('GET /api/pcr/signals', {}, { signal }),
    client.call('GET /api/v1/strategies/signals', {}, { signal }),
  ]);
  const all: KnownSignal[] = [
    ...pcr.data.signals.map((each) => ({ kind: 'pcr', signal: each }) as const),
    ...strategies.data.map((each) => ({ kind: 'strategy', signal: each }) as const),
  ];
  return all.sort((a, b) => Date.parse(b.signal.entry_time) - Date.parse(a.signal.entry_time));
}

const listSignals = defineTool({
  name: 'list_signals',
  title: WORDS.listTitle,
  description: WORDS.listDescription,
  input: z.strictObject({
    kind: z.enum(KINDS).optional().describe(WORDS.kind),
    limit: z.number().int().min(1).max(LIMIT_MAX).default(20),
  }),
  run: async ({ kind, limit }, context) => {
    const signals = (await latestSignals(context)).filter((known) => kind === undefined || known.kind === kind);
    const shown = signals.slice(0, limit);
    return {
      text: WORDS.list(shown),
      data: { signals: shown.map(({ kind: of, signal }) => ({ kind: of, ...signal })) },
    };
  },
});

const explainSignal = defineTool({
  name: 'explain_signal',
  title: WORDS.explainTitle,
  description: WORDS.explainDescription,
  input: z.strictObject({ signal_id: z.uuid() }),
  run: async ({ signal_id: id }, context) => {
    const found = (await latestSignals(context)).find(({ signal }) => signal.id === id);
    if (found === undefined) throw new ToolRefusal(WORDS.unknown);
    return { text: WORDS.explain(found), data: { kind: found.kind, signal: found.signal } };
  },
});

/** Tools about signals. */
export const SIGNAL_TOOLS: readonly Tool[] = [listSignals, explainSignal];
