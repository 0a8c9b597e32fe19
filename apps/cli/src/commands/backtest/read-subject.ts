import type { BacktestSubject } from '@vigia/core/backtest';
import { ok, type Result } from '@vigia/core/kernel';
import type { Timeframe } from '@vigia/core/vocabulary';
import type { CommandFailure } from '#command.ts';
import type { ReplaySubject } from '../replay/options.ts';
import { readSetup } from '../replay/read-setup.ts';
import { readStrategy } from '../replay/read-strategy.ts';

const STANDARD_TIMEFRAME = '5m';

/** Returns the requested strategy or setup, on the requested timeframe. */
export async function readSubject(
  subject: ReplaySubject,
  timeframe: Timeframe | null,
): Promise<Result<BacktestSubject, CommandFailure>> {
  if (subject.kind === 'strategy') {
    const rules = readStrategy(subject);
    if (!rules.ok) return rules;
    return ok({ kind: 'strategy', rules: rules.value, timeframe: timeframe ?? STANDARD_TIMEFRAME });
  }
  const setup = await readSetup(subject.file);
  if (!setup.ok) return setup;
  return ok({ kind: 'pcr', rules: { ...setup.value, timeframe: timeframe ?? setup.value.timeframe } });
}
