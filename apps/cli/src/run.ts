import { readFileSync } from 'node:fs';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandContext, type CommandFailure, wrongInput } from './command.ts';
import { COMMANDS } from './commands.ts';
import { MESSAGES } from './messages.es.ts';

const isHelp = (arg: string | undefined): boolean => arg === '--help' || arg === '-h';

/** Returns the version from package.json. The relative path to package.json is the same from `src` and from `dist`. */
function version(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return `${manifest.version}\n`;
}

const help = (): string =>
  MESSAGES.help(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary] as const));

/** Runs `vigia <args>`. @returns the text for stdout, or the reason why the command failed */
export async function run(args: readonly string[], context: CommandContext): Promise<Result<string, CommandFailure>> {
  const [name, ...rest] = args;
  if (name === undefined || isHelp(name)) return ok(help());
  if (name === '--version') return ok(version());
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!entry) {
    const isOption = name.startsWith('-');
    const message = isOption ? MESSAGES.unknownOption(name) : MESSAGES.unknownCommand(name, Object.keys(COMMANDS));
    return err(wrongInput(message));
  }
  const command = await entry.load();
  return rest.some(isHelp) ? ok(command.help) : command.run(rest, context);
}
