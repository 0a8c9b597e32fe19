import { err, ok } from '@vigia/core/kernel';
import { runDoctor, StartupError } from '@vigia/server';
import type { Command } from '#command.ts';
import { DOCTOR_MESSAGES } from './messages.es.ts';

/** `vigia doctor`: checks each precondition for starting the server. */
export const doctor: Command = {
  help: DOCTOR_MESSAGES.help,
  run: async (args) => {
    if (args.length > 0) return err({ message: DOCTOR_MESSAGES.noOptions, exitCode: 2 });
    try {
      const findings = await runDoctor();
      const lines = findings.map(({ name, isFine, text }) => DOCTOR_MESSAGES.finding(name, isFine, text));
      const faults = findings.filter(({ isFine }) => !isFine).length;
      if (faults === 0) return ok(`${lines.join('\n')}\n${DOCTOR_MESSAGES.allFine}\n`);
      return err({ message: `${DOCTOR_MESSAGES.faults(faults)}\n${lines.join('\n')}`, exitCode: 1 });
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};
