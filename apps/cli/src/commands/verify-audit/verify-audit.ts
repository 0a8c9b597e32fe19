import { err, ok } from '@vigia/core/kernel';
import { StartupError, verifySecurityLogs } from '@vigia/server';
import type { Command } from '#command.ts';
import { VERIFY_AUDIT_MESSAGES } from './messages.es.ts';

/** `vigia verify-audit`: checks that the entries of the security log are unchanged. */
export const verifyAuditCommand: Command = {
  help: VERIFY_AUDIT_MESSAGES.help,
  run: async (args) => {
    if (args.length > 0) return err({ message: VERIFY_AUDIT_MESSAGES.noOptions, exitCode: 2 });
    try {
      const altered = await verifySecurityLogs();
      if (altered.length === 0) return ok(`${VERIFY_AUDIT_MESSAGES.intact}\n`);
      const lines = altered.map(({ userId, seq }) => VERIFY_AUDIT_MESSAGES.altered(userId, seq));
      return err({ message: [VERIFY_AUDIT_MESSAGES.found(altered.length), ...lines].join('\n'), exitCode: 1 });
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};
