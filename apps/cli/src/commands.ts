import type { Command, CommandOutput } from './command.ts';
import { COMMAND_SUMMARIES } from './messages.es.ts';

type CommandEntry = { readonly summary: string; readonly load: () => Promise<Command<CommandOutput>> };

/** All commands. The module of a command is loaded only when the user calls the command. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  start: { summary: COMMAND_SUMMARIES.start, load: async () => (await import('./commands/start/start.ts')).start },
  stop: { summary: COMMAND_SUMMARIES.stop, load: async () => (await import('./commands/stop/stop.ts')).stop },
  status: { summary: COMMAND_SUMMARIES.status, load: async () => (await import('./commands/status/status.ts')).status },
  logs: { summary: COMMAND_SUMMARIES.logs, load: async () => (await import('./commands/logs/logs.ts')).logs },
  service: {
    summary: COMMAND_SUMMARIES.service,
    load: async () => (await import('./commands/service/service.ts')).service,
  },
  upgrade: {
    summary: COMMAND_SUMMARIES.upgrade,
    load: async () => (await import('./commands/upgrade/upgrade.ts')).upgrade,
  },
  replay: { summary: COMMAND_SUMMARIES.replay, load: async () => (await import('./commands/replay/replay.ts')).replay },
  backtest: {
    summary: COMMAND_SUMMARIES.backtest,
    load: async () => (await import('./commands/backtest/backtest.ts')).backtest,
  },
  prove: { summary: COMMAND_SUMMARIES.prove, load: async () => (await import('./commands/prove/prove.ts')).prove },
  verdict: {
    summary: COMMAND_SUMMARIES.verdict,
    load: async () => (await import('./commands/verdict/verdict.ts')).verdict,
  },
  import: {
    summary: COMMAND_SUMMARIES.import,
    load: async () => (await import('./commands/import/import.ts')).importCandles,
  },
  correct: {
    summary: COMMAND_SUMMARIES.correct,
    load: async () => (await import('./commands/correct/correct.ts')).correct,
  },
  'verify-audit': {
    summary: COMMAND_SUMMARIES.verifyAudit,
    load: async () => (await import('./commands/verify-audit/verify-audit.ts')).verifyAuditCommand,
  },
  verify: {
    summary: COMMAND_SUMMARIES.verify,
    load: async () => (await import('./commands/verify/verify.ts')).verifyCommand,
  },
  witness: {
    summary: COMMAND_SUMMARIES.witness,
    load: async () => (await import('./commands/witness/witness.ts')).witness,
  },
  'verify-settlements': {
    summary: COMMAND_SUMMARIES.verifySettlements,
    load: async () => (await import('./commands/verify-settlements/verify-settlements.ts')).verifySettlementsCommand,
  },
  'broker-check': {
    summary: COMMAND_SUMMARIES.brokerCheck,
    load: async () => (await import('./commands/broker-check/broker-check.ts')).brokerCheck,
  },
  'rotate-keys': {
    summary: COMMAND_SUMMARIES.rotateKeys,
    load: async () => (await import('./commands/rotate-keys/rotate-keys.ts')).rotateKeysCommand,
  },
  backup: { summary: COMMAND_SUMMARIES.backup, load: async () => (await import('./commands/backup/backup.ts')).backup },
  restore: {
    summary: COMMAND_SUMMARIES.restore,
    load: async () => (await import('./commands/restore/restore.ts')).restoreBackup,
  },
  mcp: { summary: COMMAND_SUMMARIES.mcp, load: async () => (await import('./commands/mcp/mcp.ts')).mcp },
  doctor: { summary: COMMAND_SUMMARIES.doctor, load: async () => (await import('./commands/doctor/doctor.ts')).doctor },
};
