import { expect, it } from 'vitest';
import { type DecidedSignalOutcome, DecidedSignals } from './decided-signals.ts';

it('decided signals keep their outcomes in order, however many there are, and can be read repeatedly', () => {
  const outcomes = Array.from({ length: 5_000 }, (_, index): DecidedSignalOutcome => {
    return index % 7 === 0 ? 'void' : index % 5 === 0 ? 'tie' : index % 2 === 0 ? 'won' : 'lost';
  });
  const decided = new DecidedSignals();
  for (const outcome of outcomes) decided.add(outcome);
  expect([...decided]).toEqual(outcomes);
  expect([...decided]).toHaveLength(decided.length);
});
