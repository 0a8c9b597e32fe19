import { beforeEach, describe, expect, it, vi } from 'vitest';

/** As after a reload of the page. */
async function freshSettings() {
  vi.resetModules();
  return (await import('./notice-settings.ts')).useNoticeSettings;
}

beforeEach(() => localStorage.clear());

describe('what a device tells of', () => {
  it('makes no sound and asks the browser for nothing at first', async () => {
    const { chosen, browser } = (await freshSettings()).getState();
    expect(Object.values(chosen).map(({ sound }) => sound)).toEqual([false, false, false, false]);
    expect(browser).toBe(false);
    expect(chosen.settled.screen).toBe(true);
  });

  it('is remembered after a reload', async () => {
    const { choose, setVolume, setBrowser } = (await freshSettings()).getState();
    choose('settled', 'sound', true);
    choose('signal', 'screen', true);
    setVolume('high');
    setBrowser(true);
    const { chosen, volume, browser } = (await freshSettings()).getState();
    expect([chosen.settled.sound, chosen.signal.screen, chosen.opened.sound]).toEqual([true, true, false]);
    expect([volume, browser]).toEqual(['high', true]);
  });

  it.each(['', '{', '{"volume":"deafening"}', 'null'])('begins anew where %j was stored', async (text) => {
    localStorage.setItem('notice_settings', text);
    expect((await freshSettings()).getState().volume).toBe('medium');
  });
});
