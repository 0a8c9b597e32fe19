import { type FileHandle, open, rm } from 'node:fs/promises';
import { type CheckResult, isAsExpected } from '@vigia/broker-kit/check';
import type { Broker } from '@vigia/broker-kit/port';
import { BROKER_CHECK_ES, moneyText } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/money';
import { type BrokerCheckRequest, brokerCatalog, checkBroker } from '@vigia/server';
import { type Command, type CommandContext, type CommandFailure, wrongInputFailure } from '#command.ts';
import { type OptionValues, readArguments } from '#read-arguments.ts';
import { readCredentials } from './credentials.ts';
import { BROKER_CHECK_MESSAGES as MESSAGES } from './messages.es.ts';
import { readOrigins } from './read-origins.ts';
import { replayFile } from './replay.ts';

const OPTIONS = {
  credentials: 'string',
  'credentials-env': 'string',
  'demo-order': 'boolean',
  origins: 'string',
  record: 'string',
  replay: 'string',
} as const;

/** `vigia broker-check`: checks the adapter of a broker with the user's own broker account. */
export const brokerCheck: Command = {
  help: MESSAGES.help,
  run: async ([name, ...rest], context) => {
    const broker = findBroker(await brokerCatalog(), name);
    if (!broker.ok) return broker;
    const values = readArguments(rest, OPTIONS);
    if (!values.ok) return values;
    const replay = values.value.get('replay');
    if (replay === undefined) return check(broker.value, values.value, context);
    return values.value.size > 1 ? err(wrongInputFailure(MESSAGES.replayAlone)) : replayed(broker.value, replay);
  },
};

function findBroker(catalog: readonly Broker[], name: string | undefined): Result<Broker, CommandFailure> {
  const known = catalog.map(({ id }) => id);
  if (name === undefined || name.startsWith('-')) return err(wrongInputFailure(MESSAGES.missingBroker(known)));
  const broker = catalog.find(({ id }) => id === name);
  return broker ? ok(broker) : err(wrongInputFailure(MESSAGES.unknownBroker(name, known)));
}

async function replayed(broker: Broker, file: string): Promise<Result<string, CommandFailure>> {
  const played = await replayFile(broker, file);
  if (!played.ok) return played;
  const { results, changed } = played.value;
  const lines = results.map(lineOf).join('\n');
  if (changed.length === 0) return ok(`${lines}\n`);
  const steps = results.filter(({ step }) => changed.includes(step)).map(({ step }) => BROKER_CHECK_ES.step(step));
  return err({ message: `${MESSAGES.changed(steps)}\n${lines}`, exitCode: 1 });
}

async function check(
  broker: Broker,
  values: OptionValues,
  { terminal }: CommandContext,
): Promise<Result<string, CommandFailure>> {
  const origins = readOrigins(values.get('origins'));
  if (!origins.ok) return origins;
  const credentials = await readCredentials(broker, values, terminal);
  if (!credentials.ok) return credentials;
  const file = values.get('record') ?? null;
  const target = file === null ? null : await newFile(file);
  if (file !== null && target === null) return err(wrongInputFailure(MESSAGES.notWritten(file)));
  const awake = setInterval(() => undefined, 60_000);
  const { results, recording } = await checkBroker({
    broker,
    credentials: credentials.value,
    origins: origins.value,
    signal: new AbortController().signal,
    askCode: terminal && (() => terminal.ask(MESSAGES.code)),
    confirm: confirmation(values, terminal),
    onBegin: (step) => terminal?.say(MESSAGES.begins(BROKER_CHECK_ES.step(step))),
    onResult: () => undefined,
    records: file !== null,
  }).finally(() => clearInterval(awake));
  if (file === null || target === null) return report(broker, results, []);
  const isWritten = await isKept(target, file, recording);
  return report(broker, results, [isWritten ? MESSAGES.written(file) : MESSAGES.notWritten(file)]);
}

/**
 * Returns the function that asks for permission to place the demo order. The user gives permission by the option or by
 * typing the confirmation words. Without the option and without a terminal, the command places no order.
 */
function confirmation(values: OptionValues, terminal: CommandContext['terminal']): BrokerCheckRequest['confirm'] {
  return async ({ account, order }) => {
    if (values.has('demo-order')) return true;
    if (terminal === null) return false;
    const amount = moneyText(formatMinor(order.stakeMinor, account.currency), account.currency);
    const words = await terminal.ask(MESSAGES.order(order.symbol, amount, order.durationS));
    return words.trim() === MESSAGES.words;
  };
}

/**
 * Creates a file that only its owner can read; returns null if that is impossible. The command creates the file before
 * the check, because the check takes minutes.
 */
const newFile = (file: string): Promise<FileHandle | null> => open(file, 'wx', 0o600).catch(() => null);

/** Writes the recording and closes the file. Removes the file if there is no recording, or if the write fails. */
async function isKept(target: FileHandle, file: string, recording: string | null): Promise<boolean> {
  const isWritten = recording !== null && (await target.writeFile(recording).then(yes, no));
  await target.close().catch(no);
  if (!isWritten) await rm(file, { force: true });
  return isWritten;
}

const yes = () => true;
const no = () => false;

function report(
  { traits: { displayName } }: Broker,
  results: readonly CheckResult[],
  more: readonly string[],
): Result<string, CommandFailure> {
  const lines = [...results.map(lineOf), ...more];
  if (isAsExpected(results)) return ok(`${[...lines, MESSAGES.allFine(displayName)].join('\n')}\n`);
  const count = results.filter(({ verdict }) => verdict === 'differs').length;
  return err({ message: [MESSAGES.differing(displayName, count), ...lines].join('\n'), exitCode: 1 });
}

function lineOf(result: CheckResult): string {
  const step = BROKER_CHECK_ES.step(result.step);
  switch (result.verdict) {
    case 'as_expected':
      return MESSAGES.line(step, BROKER_CHECK_ES.asExpected, BROKER_CHECK_ES.seen(result.step, result.seen));
    case 'differs':
      return MESSAGES.line(step, BROKER_CHECK_ES.differs, result.findings.map(BROKER_CHECK_ES.finding).join('; '));
    case 'not_offered':
      return MESSAGES.line(step, BROKER_CHECK_ES.notOffered, BROKER_CHECK_ES.reason(result.reason, result.why));
  }
}
