import { err, ok, type Result } from '@vigia/core/kernel';
import { StartupError, type VerifiedSettlements, verifySettlements } from '@vigia/server';
import { type Command, type CommandFailure, wrongInputFailure } from '#command.ts';
import { VERIFY_SETTLEMENTS_MESSAGES as MESSAGES } from './messages.es.ts';

/** `vigia verify-settlements`: compares ended trades with the recorded prices of their sources. */
export const verifySettlementsCommand: Command = {
  help: MESSAGES.help,
  run: async (args) => {
    if (args.length > 0) return err(wrongInputFailure(MESSAGES.noOptions));
    try {
      return reportOf(await verifySettlements());
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

function reportOf({ made, counts, differing }: VerifiedSettlements): Result<string, CommandFailure> {
  if (counts.length === 0) return ok(`${MESSAGES.none}\n`);
  const report = [MESSAGES.made(made), ...counts.map(MESSAGES.counts), ...differing.map(MESSAGES.differs)];
  if (counts.every(({ result_changes: changed }) => changed === 0)) return ok(`${report.join('\n')}\n`);
  return err({ message: [MESSAGES.found, ...report].join('\n'), exitCode: 1 });
}
