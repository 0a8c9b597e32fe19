import type { Command, CommandOutput } from './command.ts';
import { SUMMARIES } from './messages.es.ts';

type CommandEntry = { readonly summary: string; readonly load: () => Promise<Command<CommandOutput>> };

/** All commands. The module of a command is loaded only when the user calls the command. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  start: { summary: SUMMARIES.start, load: async () => (await import('./commands/start/start.ts')).start },
  stop: { summary: SUMMARIES.stop, load: async () => (await import('./commands/stop/stop.ts')).stop },
  status: { summary: SUMMARIES.status, load: async () => (await import('./commands/status/status.ts')).status },
  logs: { summary: SUMMARIES.logs, load: async () => (await import('./commands/logs/logs.ts')).logs },
  service: { summary: SUMMARIES.service, load: async () => (await import('./commands/service/service.ts')).service },
  upgrade: { summary: SUMMARIES.upgrade, load: async () => (await import('./commands/upgrade/upgrade.ts')).upgrade },
  replay: { summary: SUMMARIES.replay, load: async () => (await import('./commands/replay/replay.ts')).replay },
  backtest: {
    summary: SUMMARIES.backtest,
    load: async () => (await import('./commands/backtest/backtest.ts')).backtest,
  },
  prove: { summary: SUMMARIES.prove, load: async () => (await import('./commands/prove/prove.ts')).prove },
  verdict: { summary: SUMMARIES.verdict, load: async () => (await import('./commands/verdict/verdict.ts')).verdict },
  import: { summary: SUMMARIES.import, load: async () => (await import('./commands/import/import.ts')).importCandles },
  correct: { summary: SUMMARIES.correct, load: async () => (await import('./commands/correct/correct.ts')).correct },
  'verify-audit': {
    summary: SUMMARIES.verifyAudit,
    load: async () => (await import('./commands/verify-audit/verify-audit.ts')).verifyAuditCommand,
  },
  verify: { summary: SUMMARIES.verify, load: async () => (await import('./commands/verify/verify.ts')).verifyCommand },
  witness: { summary: SUMMARIES.witness, load: async () => (await import('./commands/witness/witness.ts')).witness },
  'verify-settlements': {
    summary: SUMMARIES.verifySettlements,
    load: async () => (await import('./commands/verify-settlements/verify-settlements.ts')).verifySettlementsCommand,
  },
  'broker-check': {
    summary: SUMMARIES.brokerCheck,
    load: async () => (await import('./commands/broker-check/broker-check.ts')).brokerCheck,
  },
  'rotate-keys': {
    summary: SUMMARIES.rotateKeys,
    load: async () => (await import('./commands/rotate-keys/rotate-keys.ts')).rotateKeysCommand,
  },
  backup: { summary: SUMMARIES.backup, load: async () => (await import('./commands/backup/backup.ts')).backup },
  restore: {
    summary: SUMMARIES.restore,
    load: async () => (await import('./commands/restore/restore.ts')).restoreBackup,
  },
  mcp: { summary: SUMMARIES.mcp, load: async () => (await import('./commands/mcp/mcp.ts')).mcp },
  doctor: { summary: SUMMARIES.doctor, load: async () => (await import('./commands/doctor/doctor.ts')).doctor },
};
