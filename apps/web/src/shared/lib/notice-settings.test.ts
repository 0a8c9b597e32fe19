import { beforeEach, describe, expect, it, vi } from 'vitest';

/** Loads the module again, which simulates a reload of the page. */
async function freshSettings() {
  vi.resetModules();
  return (await import('./notice-settings.ts')).useNoticeSettings;
}

beforeEach(() => localStorage.clear());

describe('the notification settings', () => {
  it('have no sound and no browser notifications by default', async () => {
    const { chosen, browser } = (await freshSettings()).getState();
    expect(Object.values(chosen).map(({ sound }) => sound)).toEqual(Array(10).fill(false));
    expect(browser).toBe(false);
    expect(chosen.settled.screen).toBe(true);
  });

  it('report a reached limit by default, because it also stops automatic orders', async () => {
    const { limit } = (await freshSettings()).getState().chosen;
    expect(limit).toEqual({ screen: true, sound: false, browser: true });
  });

  it('are restored after a reload', async () => {
    const { choose, setVolume, setBrowser } = (await freshSettings()).getState();
    choose('settled', 'sound', true);
    choose('signal', 'screen', true);
    setVolume('high');
    setBrowser(true);
    const { chosen, volume, browser } = (await freshSettings()).getState();
    expect([chosen.settled.sound, chosen.signal.screen, chosen.opened.sound]).toEqual([true, true, false]);
    expect([volume, browser]).toEqual(['high', true]);
  });

  it('keep the stored choice if a new topic is added, and drop a topic that no longer exists', async () => {
    const ways = { screen: false, sound: true, browser: false };
    const text = JSON.stringify({ chosen: { settled: ways, gone: ways }, volume: 'high', browser: true });
    localStorage.setItem('notice_settings', text);
    const { chosen, volume } = (await freshSettings()).getState();
    expect([chosen.settled, chosen.signal.sound, volume]).toEqual([ways, false, 'high']);
    expect(Object.keys(chosen)).not.toContain('gone');
  });

  it.each(['', '{', '{"volume":"deafening"}', 'null'])('are the defaults if the stored text is %j', async (text) => {
    localStorage.setItem('notice_settings', text);
    expect((await freshSettings()).getState().volume).toBe('medium');
  });
});
