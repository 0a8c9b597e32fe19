import { coreFindings, goldenCandles, goldenOf, oracleSetup, pcrOracle, readPcrGolden } from '@vigia/testkit/goldens';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '#candles/index.ts';

const golden = readPcrGolden();
const base = goldenCandles(golden);

describe('PCR on minutes of the simulated market', () => {
  it.each(golden.cases)("equals the stored results and the oracle's findings: $name", ({ setup, expected }) => {
    const found = coreFindings(columnsOf(base), setup);
    expect(goldenOf(found)).toEqual(expected);
    expect(found).toEqual(pcrOracle(base, oracleSetup(setup)));
  });
});
