import { coreFindings, goldenCandles, goldenOf, oracleSetup, pcrOracle, readPcrGolden } from '@vigia/testkit/goldens';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '#candles/index.ts';

const golden = readPcrGolden();
const base = goldenCandles(golden);

describe('the PCR detector on 1-minute candles of the simulated market', () => {
  it.each(golden.cases)(
    'finds the stored results of a second, independent implementation: $name',
    ({ setup, expected }) => {
      const found = coreFindings(columnsOf(base), setup);
      expect(goldenOf(found)).toEqual(expected);
      expect(found).toEqual(pcrOracle(base, oracleSetup(setup)));
    },
  );
});
