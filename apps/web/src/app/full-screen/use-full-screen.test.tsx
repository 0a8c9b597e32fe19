import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeBackend } from '#shared/test/fake-backend.ts';
import { mountPage } from '#shared/test/mount-page.tsx';
import { useFullScreen } from './use-full-screen.ts';

const phone = new EventTarget();
let isSideways: boolean;

beforeEach(() => {
  drawNothing();
  isSideways = false;
  window.matchMedia = (media) =>
    Object.assign(Object.create(phone), {
      media,
      get matches() {
        return isSideways && media.includes('landscape');
      },
      onchange: null,
      addEventListener: phone.addEventListener.bind(phone),
      removeEventListener: phone.removeEventListener.bind(phone),
      dispatchEvent: phone.dispatchEvent.bind(phone),
      addListener: () => {},
      removeListener: () => {},
    });
});
afterEach(() => vi.restoreAllMocks());

function turn(sideways: boolean): void {
  act(() => {
    isSideways = sideways;
    phone.dispatchEvent(new Event('change'));
  });
}

function Page() {
  const { isOn, enter, leave } = useFullScreen();
  return (
    <>
      <h1>{isOn ? 'full' : 'usual'}</h1>
      <button type="button" onClick={enter}>
        enter
      </button>
      <button type="button" onClick={leave}>
        leave
      </button>
    </>
  );
}

const open = () => mountPage({ backend: new FakeBackend(), at: '/panel?ver=historial', pages: { '/panel': Page } });
const heading = () => screen.getByRole('heading').textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the full screen on a phone', () => {
  it('starts and ends on request, and the address stays', async () => {
    const { history } = await open();
    press('enter');
    await waitFor(() => expect(heading()).toBe('full'));
    expect(history.location.href).toBe('/panel?ver=historial');
    press('leave');
    await waitFor(() => expect(heading()).toBe('usual'));
  });

  it('ends with the back button', async () => {
    const { history } = await open();
    press('enter');
    await waitFor(() => expect(heading()).toBe('full'));
    act(() => history.back());
    await waitFor(() => expect(heading()).toBe('usual'));
    expect(history.location.pathname).toBe('/panel');
  });

  it('starts when the phone is turned sideways, and ends when it is turned back', async () => {
    await open();
    turn(true);
    await waitFor(() => expect(heading()).toBe('full'));
    turn(false);
    await waitFor(() => expect(heading()).toBe('usual'));
  });

  it('stays away while the phone is sideways after the user has left it', async () => {
    await open();
    turn(true);
    await waitFor(() => expect(heading()).toBe('full'));
    press('leave');
    await waitFor(() => expect(heading()).toBe('usual'));
    turn(false);
    await waitFor(() => expect(heading()).toBe('usual'));
    turn(true);
    await waitFor(() => expect(heading()).toBe('full'));
  });

  it('waits if a dialog is open when the phone is turned', async () => {
    await open();
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    turn(true);
    dialog.remove();
    expect(heading()).toBe('usual');
    turn(false);
    turn(true);
    await waitFor(() => expect(heading()).toBe('full'));
  });

  it('stays when an upright phone is turned, if the user has opened it', async () => {
    await open();
    press('enter');
    await waitFor(() => expect(heading()).toBe('full'));
    turn(true);
    turn(false);
    await waitFor(() => expect(heading()).toBe('full'));
  });
});
