import { afterEach, describe, expect, it } from 'vitest';
import { PATHS } from '#shared/lib/paths.ts';
import type { FakeServerState } from '#shared/test/documented-api.ts';
import { DEMO_AUTH, PseudoVisit } from './pseudo-visit.tsx';

/** The pages that request data from the server. */
const ASKING = [
  PATHS.dashboard,
  PATHS.connections,
  PATHS.binaries,
  PATHS.pcr,
  PATHS.pcrDebug,
  PATHS.calculator,
  PATHS.settings,
  PATHS.profile,
];
const MOODS: readonly FakeServerState[] = ['empty', 'failing', 'unreachable', 'silent'];

afterEach(PseudoVisit.leave);

describe.each(MOODS)('while the server is %s,', (mood) => {
  it.each(ASKING)('the page %s shows only texts from message files', async (path) => {
    const visit = await PseudoVisit.at(path, { mood });
    await visit.pressEverything({ kinds: '[role=tab]' });
    expect(visit.untranslated()).toEqual([]);
  });
});

it.each(ASKING)('the page %s shows only texts from message files on a phone', async (path) => {
  const visit = await PseudoVisit.at(path, { phone: true });
  await visit.pressEverything({ kinds: '[role=tab]' });
  expect(visit.untranslated()).toEqual([]);
});

it.each([PATHS.connections, PATHS.settings, PATHS.profile])(
  'the page %s shows an anonymous demo user only texts from message files',
  async (path) => {
    const visit = await PseudoVisit.at(path, { auth: DEMO_AUTH });
    expect(visit.untranslated()).toEqual([]);
  },
);

it('the end of a session shows only texts from message files', async () => {
  const visit = await PseudoVisit.at(PATHS.profile, { mood: 'expired' });
  expect(visit.alerts).not.toEqual([]);
  expect(visit.untranslated()).toEqual([]);
});
