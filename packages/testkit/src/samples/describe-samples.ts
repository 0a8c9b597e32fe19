import { describe, expect, it } from 'vitest';
import { ownSamples, specSection } from './own-samples.ts';

/** The function with which the adapter reads a sample, and the expected result. */
export type SampleCase = { readonly read: (message: unknown) => unknown; readonly gives: unknown };

/**
 * Reads every committed sample of a broker with the adapter's own readers.
 * @param cases by the name of the sample's file. The test fails for a file without a case and for a case without a
 * file.
 */
export function describeSamples(broker: string, cases: Readonly<Record<string, SampleCase>>): void {
  const samples = ownSamples(broker);

  describe(`the recorded samples of ${broker}`, () => {
    it('are each covered by a case of this test', () => {
      expect(samples.map(({ name }) => name).toSorted()).toEqual(Object.keys(cases).toSorted());
    });

    it.each(samples)('name a heading and a confidence mark that docs/spec contains: $name', ({ heading, mark }) => {
      const section = specSection(broker, heading);
      expect(section, `a heading "${heading}" in docs/spec/brokers/${broker}.md`).not.toBeNull();
      expect(section).toMatch(new RegExp(String.raw`\b${mark}\b`));
    });

    it.each(samples)('are parsed to the expected values: $name', async ({ name, message }) => {
      const { read, gives } = cases[name] ?? { read: () => 'no case reads this sample', gives: null };
      expect(await read(message)).toEqual(gives);
    });
  });
}
