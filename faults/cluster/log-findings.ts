import { LeaseLostError, OUTAGE_MESSAGES } from '@vigia/server/testing';
import { type Finding, findings } from '@vigia/testkit/invariants';
import { z } from 'zod';
import type { FaultRecovery } from './cluster-faults.ts';

const LINES_SHOWN = 12;
const LINE_SHOWN = 600;
/** Time in milliseconds after the end of a fault in which log errors still count as caused by the fault. */
const AFTERWARDS_MS = 10_000;

const Line = z.object({
  level: z.string(),
  time: z.string(),
  /**
   * Time of the latest error in a log line that summarises several errors. The server writes such a line up to a minute
   * after the error.
   */
  latestAt: z.string().optional(),
  msg: z.string().default(''),
  err: z
    .object({ type: z.string().optional(), code: z.string().optional(), message: z.string().default('') })
    .optional(),
});
type Line = z.infer<typeof Line>;

/**
 * Error codes of an unreachable or overloaded database: codes of the driver and of the operating system, and
 * PostgreSQL's classes 08 and 57 and codes 25P03, 25P04 and 55P03.
 */
const DATABASE_AWAY = /^(CONNECT\w*|ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|08\w{3}|25P0[34]|57\w{3}|55P03|DATABASE_BUSY)$/;
/** Log messages of work that waits until the database is reachable again. */
const WAITS_FOR_DATABASE = new Set<string>(Object.values(OUTAGE_MESSAGES));
/**
 * Error types and codes of a write that came too late, so the database refused it. After a freeze such an error is
 * correct.
 */
const TOO_LATE = new Set<string | undefined>([LeaseLostError.name, 'VF001']);

/** Returns the error lines of a log that no injected fault explains, and the lines that are not valid log lines. */
export function logFindings(name: string, log: string, outcomes: readonly FaultRecovery[]): readonly Finding[] {
  const unexplained = log
    .split('\n')
    .filter((text) => text !== '' && !text.startsWith('→ ') && isUnexplained(name, text, outcomes));
  return findings(
    'I11',
    unexplained.slice(0, LINES_SHOWN).map((text) => `${name} logged ${text.slice(0, LINE_SHOWN)}`),
  );
}

function isUnexplained(name: string, text: string, outcomes: readonly FaultRecovery[]): boolean {
  const line = parsed(text);
  if (line === null) return true;
  if (line.level !== 'error' && line.level !== 'fatal') return false;
  if (TOO_LATE.has(line.err?.type) || TOO_LATE.has(line.err?.code)) return false;
  return !outcomes.some((outcome) => explains(name, outcome, line));
}

/**
 * Returns true if a fault explains a log line: a fault of the database, or a freeze of the process that wrote the line.
 * A frozen process may report an unreachable database when it continues.
 */
function explains(
  name: string,
  { part, kind, fromMs, toMs }: FaultRecovery,
  { time, latestAt, err, msg }: Line,
): boolean {
  const atMs = Date.parse(latestAt ?? time);
  const isMeanwhile = atMs >= fromMs && atMs <= toMs + AFTERWARDS_MS;
  const saysSo = DATABASE_AWAY.test(err?.code ?? err?.type ?? '') || WAITS_FOR_DATABASE.has(msg);
  return isMeanwhile && saysSo && (part === 'postgres' || (part === name && kind === 'freeze'));
}

function parsed(text: string): Line | null {
  try {
    return Line.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
