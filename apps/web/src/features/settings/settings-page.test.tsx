import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { mountPanel } from '#shared/test/mount-panel.tsx';
import { SettingsPage } from './settings-page.tsx';

beforeEach(() => {
  drawNothing();
});
afterEach(() => {
  cleanup();
});

it('the settings page scrolls to the section that the hash of the URL names', async () => {
  mountPanel(<SettingsPage />);
  const links = within(await screen.findByRole('navigation', { name: 'Secciones' })).getAllByRole('link');
  expect(links).toHaveLength(11);
  for (const link of links) {
    const section = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    expect(section?.getAttribute('aria-label')).toBe(link.textContent);
  }
  expect(links.filter((link) => link.getAttribute('aria-current') === 'location')).toHaveLength(1);
});

it('the settings page links to the profile', async () => {
  mountPanel(<SettingsPage />);
  const link = await screen.findByRole('link', { name: 'Editar mi perfil' });
  expect(link.getAttribute('href')).toBe('/profile');
});

it('the settings page explains to an anonymous demo user which sections need an account', async () => {
  mountPanel(<SettingsPage />, { anonymous: true });
  expect(await screen.findAllByRole('link', { name: 'Crea tu cuenta' })).toHaveLength(4);
});
