import type { Command } from './command.ts';
import { SUMMARIES } from './messages.es.ts';

type CommandEntry = { readonly summary: string; readonly load: () => Promise<Command> };

/** Every command, loaded only when it is called. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  replay: { summary: SUMMARIES.replay, load: async () => (await import('./commands/replay/replay.ts')).replay },
};
