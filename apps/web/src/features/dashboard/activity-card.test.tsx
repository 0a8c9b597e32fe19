import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { ActivityCard } from './activity-card.tsx';
import { activitySearch } from './activity-tab.ts';

const scrolled = vi.fn<() => void>();
beforeEach(() => {
  drawNothing();
  scrolled.mockReset();
  Element.prototype.scrollIntoView = scrolled;
});
afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

const onChoose = vi.fn<(tab: string | undefined) => void>();
const mount = (chosen?: 'historial' | 'senales') =>
  render(
    <ActivityCard
      chosen={chosen}
      onChoose={onChoose}
      counts={{ active: 0, signals: 0 }}
      panels={{ active: <p>{'open'}</p>, history: <p>{'ended'}</p>, signals: <p>{'found'}</p> }}
    />,
  );

it('the activity card shows the tab named in the URL, and calls its callback when the user selects another tab', () => {
  mount('historial');
  expect(screen.getByText('ended')).toBeDefined();
  expect(scrolled).not.toHaveBeenCalled();
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Activas' }));
  expect(onChoose).toHaveBeenLastCalledWith(undefined);
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Señales' }));
  expect(onChoose).toHaveBeenLastCalledWith('senales');
});

it('the activity card scrolls into view if the URL names it', () => {
  window.history.replaceState(null, '', '/dashboard?ver=senales#actividad');
  mount('senales');
  expect(screen.getByText('found')).toBeDefined();
  expect(scrolled).toHaveBeenCalledTimes(1);
});

it('activitySearch keeps a known tab and drops every other value', () => {
  expect(activitySearch({ ver: 'historial' })).toEqual({ ver: 'historial' });
  expect(activitySearch({ ver: 'todo', x: 1 })).toEqual({});
  expect(activitySearch({})).toEqual({});
});
