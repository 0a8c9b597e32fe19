import { PROPERTY_SEED, propertyRuns, SeededRng } from '@vigia/testkit';
import { randomStrategy } from '@vigia/testkit/plain-rules';
import { describe, expect, it } from 'vitest';
import { at, candleAt, columnsOf } from '#candles/index.ts';
import { randomCandles } from '../../pcr/testing.ts';
import { completeRules, rulesOf } from '../../strategies/index.ts';
import { emptyBar } from '../bar.ts';
import { operandsOf } from '../conditions/create-checker.ts';
import type { Operand } from '../operands.ts';
import { SeriesBoard } from '../series/series-board.ts';
import { SeriesColumns } from './series-columns.ts';

const LENGTH = 200;
const STEP_S = 300;

/** Returns the operands of each condition of random rules. */
function randomOperands(rng: SeededRng, bars: Parameters<typeof randomStrategy>[1]): readonly (readonly Operand[])[] {
  const { call, put } = randomStrategy(rng, bars).parameters;
  const rules = rulesOf(completeRules('custom', { call, put }));
  const conditions = [rules.call, rules.put].flatMap((side) => side?.conditions ?? []);
  return conditions.map(operandsOf).filter((operands) => operands.length > 0);
}

/** Returns the values that live rules see, by operand and candle. */
function liveValues(operands: readonly Operand[], bars: Parameters<typeof randomStrategy>[1]) {
  const board = new SeriesBoard();
  const slots = operands.map((operand) => board.slot(operand));
  const values = slots.map(() => new Float64Array(bars.length));
  const bar = emptyBar();
  for (const [row, candle] of bars.entries()) {
    board.push(Object.assign(bar, candle));
    for (const [index, slot] of slots.entries()) {
      const column = values[index];
      if (column) column[row] = slot.now;
    }
  }
  return values;
}

describe('the columns of a condition', () => {
  it.each([
    ['with room for all', undefined],
    ['without room, so that memory is reused', 0],
  ])('have the values of live rules at every candle, %s', (_, linesKept) => {
    let operandsSeen = 0;
    for (let seed = PROPERTY_SEED; seed < PROPERTY_SEED + propertyRuns(60); seed += 1) {
      const rng = new SeededRng(seed);
      const candles = randomCandles(rng, LENGTH, STEP_S);
      const bars = Array.from({ length: candles.length }, (__, row) => candleAt(candles, row));
      const columns = new SeriesColumns(columnsOf(bars), linesKept);
      for (const operands of randomOperands(rng, bars)) {
        const read = operands.map((operand) => columns.of(operand));
        const note = `seed ${seed}: ${JSON.stringify(operands)}`;
        expect(
          read.map((column) => [...column]),
          note,
        ).toEqual(liveValues(operands, bars).map((live) => [...live]));
        operandsSeen += operands.length;
      }
    }
    expect(operandsSeen).toBeGreaterThan(propertyRuns(60));
  });

  it('are undefined throughout if the operand looks back further than the history', () => {
    const candles = randomCandles(new SeededRng(PROPERTY_SEED), 10, STEP_S);
    const closes = new SeriesColumns(candles);
    expect([...closes.of({ of: 'price', line: 'close', ago: 10 })]).toEqual(Array(10).fill(NaN));
    expect(at(closes.of({ of: 'price', line: 'close', ago: 9 }), 9)).toBe(at(candles.close, 0));
  });
});
