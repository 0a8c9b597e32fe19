import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useNoticeSettings } from '#shared/lib/notice-settings.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { mountPanel } from '#shared/test/mount-panel.tsx';
import { SoundsPanel } from './sounds-panel.tsx';

const AT_FIRST = useNoticeSettings.getState();

const UNASKED = { permission: 'default', answer: 'granted', asked: 0 };

/** A fake of the browser's notification API. */
const notices = {
  ...UNASKED,
  requestPermission: async () => {
    notices.asked += 1;
    notices.permission = notices.answer;
    return notices.answer;
  },
};

beforeEach(() => {
  drawNothing();
  Object.assign(notices, UNASKED);
  Object.assign(window, { Notification: notices });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, 'Notification');
  localStorage.clear();
  useNoticeSettings.setState(AT_FIRST);
});

const toggle = (name: string) => screen.findByRole('switch', { name });
const isOn = async (name: string) => (await toggle(name)).getAttribute('aria-checked') === 'true';

it('the sounds panel has every sound off by default', async () => {
  mountPanel(<SoundsPanel />);
  await toggle('Señal nueva: Sonido');
  for (const sound of screen.getAllByRole('switch', { name: /: Sonido$/ })) {
    expect(sound.getAttribute('aria-checked')).toBe('false');
  }
  fireEvent.click(await toggle('Señal nueva: Sonido'));
  expect(await isOn('Señal nueva: Sonido')).toBe(true);
  expect(useNoticeSettings.getState().chosen.signal.sound).toBe(true);
  expect(await isOn('Operación terminada: Sonido')).toBe(false);
});

it('the sounds panel sets the volume', async () => {
  mountPanel(<SoundsPanel />);
  fireEvent.click(await screen.findByRole('button', { name: 'Alto' }));
  expect(useNoticeSettings.getState().volume).toBe('high');
});

it('the sounds panel requests notification permission only after a click', async () => {
  mountPanel(<SoundsPanel />);
  expect(await isOn('Avisos del navegador')).toBe(false);
  expect(notices.asked).toBe(0);
  fireEvent.click(await toggle('Avisos del navegador'));
  await waitFor(async () => expect(await isOn('Avisos del navegador')).toBe(true));
  expect(notices.asked).toBe(1);
  fireEvent.click(await toggle('Avisos del navegador'));
  expect(await isOn('Avisos del navegador')).toBe(false);
});

it('the sounds panel explains where a denied permission can be changed', async () => {
  notices.answer = 'denied';
  mountPanel(<SoundsPanel />);
  fireEvent.click(await toggle('Avisos del navegador'));
  expect(await screen.findByText(/^Los bloqueaste en este navegador/)).toBeDefined();
  expect(await toggle('Avisos del navegador')).toHaveProperty('disabled', true);
});

it('the sounds panel reports a browser without notifications', async () => {
  Reflect.deleteProperty(window, 'Notification');
  mountPanel(<SoundsPanel />);
  expect(await screen.findByText('Este navegador no tiene avisos.')).toBeDefined();
});
