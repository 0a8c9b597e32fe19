import { err, ok, type Result } from '@vigia/core/kernel';
import type { ExaminedFile } from '@vigia/server';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import type { Terminal } from '#terminal.ts';
import { IMPORT_MESSAGES } from './messages.es.ts';

/**
 * Returns the time zone of the times in a file. Fails if the order of day and month in the dates is ambiguous. An
 * option sets the time zone; otherwise the user confirms the proposed one on the terminal. Without option and terminal,
 * the function succeeds only if the file names UTC and the gaps between its candles do not contradict UTC.
 */
export async function chooseZone(
  examined: ExaminedFile,
  given: string | null,
  terminal: Terminal | null,
): Promise<Result<string, CommandFailure>> {
  if (examined.dialect.isDateOrderAssumed) return err(wrongInputFailure(IMPORT_MESSAGES.orderAssumed));
  if (given !== null) return ok(given);
  const proposed = proposedZone(examined);
  const said = `${IMPORT_MESSAGES.recognised(examined)} ${IMPORT_MESSAGES.finding(examined)}`;
  if (terminal !== null) {
    terminal.say(said);
    const answer = (await terminal.ask(IMPORT_MESSAGES.ask(proposed))).trim() || proposed;
    if (answer !== null) return ok(answer);
  } else if (examined.dialect.statesZone && proposed !== null) return ok(proposed);
  return err(wrongInputFailure(`${said} ${IMPORT_MESSAGES.zoneNeeded}`));
}

/**
 * Returns the time zone to propose. Returns null if the gaps between the candles determine no time zone, or if the file
 * names UTC and the gaps contradict UTC.
 */
function proposedZone({ dialect, finding }: ExaminedFile): string | null {
  const zones = finding.kind === 'found' ? finding.zones : [];
  if (!dialect.statesZone) return zones[0] ?? null;
  return zones.length === 0 || zones.includes('UTC') ? 'UTC' : null;
}
