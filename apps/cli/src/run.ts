import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandContext, type CommandFailure, type CommandOutput, wrongInputFailure } from './command.ts';
import { COMMANDS } from './commands.ts';
import { MESSAGES } from './messages.es.ts';
import { version } from './version.ts';

const isHelp = (arg: string | undefined): boolean => arg === '--help' || arg === '-h';

const help = (): string =>
  MESSAGES.help(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary] as const));

/** Runs `vigia <args>`. @returns the output for stdout, or the reason why the command failed */
export async function run(
  args: readonly string[],
  context: CommandContext,
): Promise<Result<CommandOutput, CommandFailure>> {
  const [name, ...rest] = args;
  if (name === undefined || isHelp(name)) return ok(help());
  if (name === '--version') return ok(`${version()}\n`);
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!entry) {
    const isOption = name.startsWith('-');
    const message = isOption ? MESSAGES.unknownOption(name) : MESSAGES.unknownCommand(name, Object.keys(COMMANDS));
    return err(wrongInputFailure(message));
  }
  const command = await entry.load();
  return rest.some(isHelp) ? ok(command.help) : command.run(rest, context);
}
