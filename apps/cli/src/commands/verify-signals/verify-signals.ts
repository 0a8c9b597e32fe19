import { err, ok } from '@vigia/core/kernel';
import { StartupError, type VerifiedOwner, verifySignals } from '@vigia/server';
import { type Command, wrongInput } from '#command.ts';
import { readArguments } from '#read-arguments.ts';
import { VERIFY_SIGNALS_MESSAGES as MESSAGES } from './messages.es.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `vigia verify-signals`: checks signals against their chain hashes and against the stored candles. */
export const verifySignalsCommand: Command = {
  help: MESSAGES.help,
  run: async (args) => {
    const values = readArguments(args, { setup: 'string' });
    if (!values.ok) return values;
    const id = values.value.get('setup') ?? null;
    if (id !== null && !UUID.test(id)) return err(wrongInput(MESSAGES.badId(id)));
    try {
      const owners = await verifySignals(id?.toLowerCase() ?? null);
      const faults = owners.flatMap(faultsOf);
      if (faults.length > 0) return err({ message: [MESSAGES.found, ...faults].join('\n'), exitCode: 1 });
      return ok(`${reportOf(owners).join('\n')}\n`);
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

const faultsOf = (owner: VerifiedOwner): string[] => [
  ...(owner.fault === null ? [] : [MESSAGES.fault(owner, owner.fault)]),
  ...owner.derivations.flatMap((one) => (one.kind === 'differs' ? [MESSAGES.differs(owner, one)] : [])),
];

function reportOf(owners: readonly VerifiedOwner[]): string[] {
  if (owners.length === 0) return [MESSAGES.none];
  const signals = owners.reduce((sum, owner) => sum + owner.signals, 0);
  const derivations = owners.flatMap((owner) => owner.derivations.map((one) => ({ owner, one })));
  const derived = derivations.reduce((sum, { one }) => sum + (one.kind === 'derived' ? one.signals : 0), 0);
  return [
    MESSAGES.intact(owners.length, signals),
    MESSAGES.derived(derived),
    ...derivations.flatMap(({ owner, one }) =>
      one.kind === 'not_possible' ? [MESSAGES.notDerived(owner, one.version, one.reason)] : [],
    ),
  ];
}
