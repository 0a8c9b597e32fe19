import { err, ok, type Result } from '@vigia/core/kernel';
import type { ExaminedFile } from '@vigia/server';
import { type CommandFailure, wrongInput } from '#command.ts';
import type { Terminal } from '#terminal.ts';
import { IMPORT_MESSAGES } from './messages.es.ts';

/**
 * Returns the zone of the clock of a file. The dates of the file must show the order of day and month. Without an
 * option the user confirms the zone. A script must state it, unless the file names UTC and its gaps do not contradict
 * UTC.
 */
export async function chooseZone(
  examined: ExaminedFile,
  given: string | null,
  terminal: Terminal | null,
): Promise<Result<string, CommandFailure>> {
  if (examined.dialect.isDateOrderAssumed) return err(wrongInput(IMPORT_MESSAGES.orderAssumed));
  if (given !== null) return ok(given);
  const proposed = proposedZone(examined);
  const said = `${IMPORT_MESSAGES.recognised(examined)} ${IMPORT_MESSAGES.finding(examined)}`;
  if (terminal !== null) {
    terminal.say(said);
    const answer = (await terminal.ask(IMPORT_MESSAGES.ask(proposed))).trim() || proposed;
    if (answer !== null) return ok(answer);
  } else if (examined.dialect.statesZone && proposed !== null) return ok(proposed);
  return err(wrongInput(`${said} ${IMPORT_MESSAGES.zoneNeeded}`));
}

/** Returns the zone to propose; null if the gaps determine no zone, or if they contradict a file that names UTC. */
function proposedZone({ dialect, finding }: ExaminedFile): string | null {
  const zones = finding.kind === 'found' ? finding.zones : [];
  if (!dialect.statesZone) return zones[0] ?? null;
  return zones.length === 0 || zones.includes('UTC') ? 'UTC' : null;
}
