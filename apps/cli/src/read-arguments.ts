import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from './command.ts';
import { MESSAGES } from './messages.es.ts';

/** The options that a command knows, by name. A `string` option takes a value; a `boolean` option takes none. */
export type OptionKinds = Readonly<Record<string, 'string' | 'boolean'>>;

/** The options that the user gave, with their values. The value of a boolean option is ''. */
export type OptionValues = ReadonlyMap<string, string>;

type Token = NonNullable<ReturnType<typeof tokensOf>>[number];

const tokensOf = (args: readonly string[], kinds: OptionKinds) =>
  parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(kinds).map(([name, type]) => [name, { type }])),
    strict: false,
    tokens: true,
  }).tokens;

function faultOf(token: Token, kinds: OptionKinds, seen: ReadonlyMap<string, string>): string | null {
  if (token.kind === 'positional') return MESSAGES.unexpectedArgument(token.value);
  if (token.kind === 'option-terminator') return MESSAGES.unexpectedArgument('--');
  const kind = Object.hasOwn(kinds, token.name) ? kinds[token.name] : undefined;
  if (kind === undefined) return MESSAGES.unknownOption(token.rawName);
  if (kind === 'boolean' && token.value !== undefined) return MESSAGES.unwantedValue(token.rawName);
  // An argument that begins like an option is not a value: the user probably forgot the value.
  if (kind === 'string' && (token.value === undefined || token.value === '' || token.value.startsWith('--')))
    return MESSAGES.missingValue(token.rawName);
  return seen.has(token.name) ? MESSAGES.repeatedOption(token.rawName) : null;
}

/** Parses `--name value` and `--name=value`. Any other argument makes the call fail. */
export function readArguments(args: readonly string[], kinds: OptionKinds): Result<OptionValues, CommandFailure> {
  const values = new Map<string, string>();
  for (const token of tokensOf(args, kinds)) {
    const fault = faultOf(token, kinds, values);
    if (fault !== null) return err(wrongInputFailure(fault));
    if (token.kind === 'option') values.set(token.name, token.value ?? '');
  }
  return ok(values);
}
