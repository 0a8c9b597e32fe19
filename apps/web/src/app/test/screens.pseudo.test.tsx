import { afterEach, describe, expect, it } from 'vitest';
import { PseudoVisit, SIGNED_IN_PATHS, SIGNED_OUT_PATHS } from './pseudo-visit.tsx';

afterEach(PseudoVisit.leave);

describe.each([...SIGNED_OUT_PATHS, ...SIGNED_IN_PATHS])('the page %s', (path) => {
  it('shows only texts from message files, also after every control was pressed', async () => {
    const visit = await PseudoVisit.at(path);
    await visit.pressEverything();
    expect(visit.untranslated()).toEqual([]);
  });
});
