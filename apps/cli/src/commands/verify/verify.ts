import { readFile } from 'node:fs/promises';
import { findHead } from '@vigia/core/evidence-log';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type LogFault, StartupError, type Verification, type VerifiedAutomation, verify } from '@vigia/server';
import { type Command, type CommandFailure, wrongInputFailure } from '#command.ts';
import { type OptionValues, readArguments } from '#read-arguments.ts';
import { VERIFY_MESSAGES as MESSAGES, type MissingSignalReason } from './messages.es.ts';
import { verifyExport } from './verify-export.ts';
import { checkWitnessedHead } from './witness.ts';

type Derivation = VerifiedAutomation['derivations'][number];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Reasons why a signal that the rules give is absent, in the order of the output. */
const ABSENCE_REASONS = ['off', 'unrecorded', 'payout', 'prices'] as const satisfies readonly MissingSignalReason[];
/** Number of faults that the output names. */
const NAMED = 50;

/** `vigia verify`: checks the evidence log, or that a head continues an earlier one. */
export const verifyCommand: Command = {
  help: MESSAGES.help,
  run: async (args) => {
    const values = readArguments(args, {
      since: 'string',
      setup: 'string',
      head: 'string',
      proof: 'string',
      key: 'string',
      export: 'string',
    });
    if (!values.ok) return values;
    if (values.value.has('export')) return await verifyExport(values.value);
    const isWitness = ['head', 'proof', 'key'].some((name) => values.value.has(name));
    return isWitness ? await checkWitnessedHead(values.value) : await verifyDatabase(values.value);
  },
};

async function verifyDatabase(values: OptionValues): Promise<Result<string, CommandFailure>> {
  const id = values.get('setup') ?? null;
  if (id !== null && !UUID.test(id)) return err(wrongInputFailure(MESSAGES.badId(id)));
  const file = values.get('since');
  const since = file === undefined ? null : await readFile(file, 'utf8').catch(() => undefined);
  if (since === undefined) return err(wrongInputFailure(MESSAGES.unreadable(file ?? '')));
  try {
    // A saved mail has more text around its head.
    const head = since && (findHead(since) ?? since);
    const found = await verify({ since: head, setupId: id?.toLowerCase() ?? null });
    const faults = faultsOf(found);
    if (faults.length === 0) return ok(`${reportOf(found, since !== null).join('\n')}\n`);
    const named = [MESSAGES.found(faults.length), ...faults.slice(0, NAMED)];
    if (faults.length > NAMED) named.push(MESSAGES.more(faults.length - NAMED));
    return err({ message: named.join('\n'), exitCode: 1 });
  } catch (error) {
    if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
    throw error;
  }
}

function faultsOf({ log, trades, owners }: Verification): string[] {
  const rows = trades.map(({ id }): LogFault => ({ kind: 'trade_row', id }));
  return [...[...log.faults, ...rows].map(MESSAGES.fault), ...owners.flatMap(faultsOfOwner)];
}

const faultsOfOwner = (owner: VerifiedAutomation): string[] => [
  ...(owner.fault === null ? [] : [MESSAGES.chainFault(owner, owner.fault)]),
  ...owner.derivations.flatMap((one) => {
    if (one.kind === 'differs') return [MESSAGES.differs(owner, one)];
    return one.kind === 'derived' ? one.absences.missing.map((timeMs) => MESSAGES.missing(owner, timeMs)) : [];
  }),
];

function reportOf({ log, owners }: Verification, hasSince: boolean): string[] {
  const derivations = owners.flatMap((owner) => owner.derivations.map((one) => ({ owner, one })));
  const sum = (of: (one: Extract<Derivation, { kind: 'derived' }>) => number) =>
    derivations.reduce((total, { one }) => total + (one.kind === 'derived' ? of(one) : 0), 0);
  return [
    MESSAGES.log(log),
    MESSAGES.since(hasSince),
    ...atLeastOne(log.waiting, MESSAGES.waiting),
    ...atLeastOne(log.beforeLog, MESSAGES.beforeLog),
    ...atLeastOne(log.forgotten, MESSAGES.forgotten),
    ...atLeastOne(log.restores, MESSAGES.restores),
    ...atLeastOne(log.keyChanges, MESSAGES.keyChanges),
    MESSAGES.derived(sum(({ signals }) => signals)),
    ...ABSENCE_REASONS.flatMap((reason) =>
      atLeastOne(
        sum(({ absences }) => absences.explained[reason]),
        (count) => MESSAGES.absent(reason, count),
      ),
    ),
    ...derivations.flatMap(({ owner, one }) => (one.kind === 'not_possible' ? [MESSAGES.notDerived(owner, one)] : [])),
  ];
}

const atLeastOne = (count: number, message: (count: number) => string): string[] => (count > 0 ? [message(count)] : []);
