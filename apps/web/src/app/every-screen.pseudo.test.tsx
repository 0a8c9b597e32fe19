import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { DELETE_ACCOUNT_PHRASE } from '@vigia/contract';
import { COUNTRIES, REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthContext } from '#shared/auth/auth-context.ts';
import { authBackend } from '#shared/auth/backend.ts';
import { AUTH_STORAGE_KEY } from '#shared/auth/stored-session.ts';
import { type ModalName, useUi } from '#shared/lib/ui-store.ts';
import { DocumentedApi } from '#shared/test/documented-api.ts';
import { drawNothing, paintNothing } from '#shared/test/draw-nothing.ts';
import { FakeBackend, PROFILE, sessionOf } from '#shared/test/fake-backend.ts';
import { NOBODY } from '#shared/test/nobody.ts';
import { unmarked } from '#shared/test/pseudo.ts';
import { silenceSockets } from '#shared/test/silent-socket.ts';
import { router } from './router.tsx';

const SIGNED_OUT = ['/', '/login', '/register', '/forgot-password', '/reset-password', '/verify-email'];
const PATHS = [...Object.keys(router.routesByPath), '/no-such-page'];
const MODALS: readonly ModalName[] = ['strategyForm', 'tradeForm', 'settings', 'leaveDemo', 'mode', 'resetBalance'];

/** What is the same in every language, and no message. */
const SAME_EVERYWHERE = [
  // Typed as they stand, and compared by the server.
  new RegExp(`${REAL_MONEY_PHRASE}|${DELETE_ACCOUNT_PHRASE}`, 'g'),
  /(?<!\p{L})(CALL|PUT|PCR|RSI|MACD|ATR|EMA|SMA|ADX|API|CSV|USD|TOTP|UTC|Vigía|IQ Option|Deriv|Quotex|Olymp Trade|IQ)(?!\p{L})/gu,
  /(?<!\p{L})[A-Z]{6}(?!\p{L})/gu,
  /(?<![\p{L}\d])\d+(m|h|d|s|ms|px|ATR|[KMBT])(?!\p{L})/gu,
  /(?<!\p{L})([AS] [↑↓]|alt\+T|Ctrl|Esc|K)(?!\p{L})/gu,
  // What Intl says in English, the language of this build.
  /(?<!\p{L})(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun|(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|kB)(?!\p{L})/gu,
  /(?<!\p{L})(in|ago|now|today|yesterday|tomorrow|(second|minute|hour|day|week|month|year)s?)(?!\p{L})/gu,
  // A broker's or a person's initial.
  /^\p{Lu}$/u,
];

/** Time zones by their own names, and countries as Intl names them. */
const PLACES = [
  ...Intl.supportedValuesOf('timeZone').flatMap((zone) => zone.replaceAll('_', ' ').split('/')),
  ...COUNTRIES.map((country) => new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country),
];

/** Attributes that are read or heard. */
const READ = [
  'aria-label',
  'title',
  'placeholder',
  'alt',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
];

const SESSION = sessionOf();
const SIGNED_IN = {
  ...NOBODY,
  session: SESSION,
  user: SESSION.user,
  profile: PROFILE,
  isAuthenticated: true,
  backend: async () => Object.assign(new FakeBackend(), { initial: SESSION }),
};

let api: DocumentedApi;
beforeEach(async () => {
  drawNothing();
  paintNothing();
  silenceSockets();
  api = new DocumentedApi();
  vi.stubGlobal('fetch', api.fetch);
  localStorage.setItem(AUTH_STORAGE_KEY, JSON.stringify({ ...SESSION, expires_at: 4_102_444_800 }));
  // Loaded once, before the first page waits for it.
  await authBackend();
});
afterEach(() => {
  cleanup();
  useUi.setState({ modal: null });
  vi.unstubAllGlobals();
});

async function open(path: string): Promise<void> {
  // Not navigate: it waits for a page that is on the screen, and the last one was taken down.
  router.history.replace(path);
  await router.load();
  render(
    <AuthContext value={SIGNED_OUT.includes(path) ? NOBODY : SIGNED_IN}>
      <RouterProvider router={router} />
    </AuthContext>,
  );
  await still({ shapesMs: 3_000 });
}

/** Until nothing more arrives: every call is answered, no shape stands in for something to come, and nothing changes. */
async function still({ shapesMs = 0 } = {}): Promise<void> {
  const startedMs = performance.now();
  let before = '';
  let same = 0;
  await vi
    .waitFor(
      async () => {
        await act(async () => {});
        const now = document.body.innerHTML;
        const isComing = now.includes('animate-shimmer') && performance.now() - startedMs < shapesMs;
        same = now === before && api.underWay === 0 && !isComing ? same + 1 : 0;
        before = now;
        expect(same).toBeGreaterThan(2);
      },
      { timeout: 4_000, interval: 10 },
    )
    .catch(() => {});
}

/** Every text on the screen that came from no message file, the server's and the person's own aside. */
function strangers(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [document.title];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement?.closest('script, style') === null) texts.push(textContent ?? '');
  }
  for (const element of document.body.querySelectorAll('*')) {
    texts.push(...READ.map((name) => element.getAttribute(name) ?? ''));
  }
  const data = new Set([...api.said, ...PLACES, ...dataOf(PROFILE), ...dataOf(SESSION.user)]);
  return [...new Set(texts.filter((text) => LETTER.test(rest(text, data))))];
}

function rest(text: string, data: ReadonlySet<string>): string {
  let left = unmarked(text);
  if (data.has(left.trim())) return '';
  for (const each of SAME_EVERYWHERE) left = left.replace(each, '');
  if (!LETTER.test(left)) return '';
  const longestFirst = [...data].filter(({ length }) => length > 1).toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((shorter, each) => shorter.replaceAll(each, ''), left);
}

const LETTER = /\p{L}/u;

const dataOf = (value: object): string[] =>
  Object.values(value).filter((each): each is string => typeof each === 'string');

/** Presses everything that can be pressed, one after the other, and looks at what each opens. */
async function pressEverything(): Promise<string[]> {
  const found = new Set<string>();
  const pressed = new Set<string>();
  for (let next = unpressed(pressed); next !== undefined && pressed.size < 25; next = unpressed(pressed)) {
    const element = next;
    pressed.add(nameOf(element));
    act(() => element.focus());
    fireEvent.keyDown(element, { key: 'Enter' });
    fireEvent.click(element);
    await still();
    for (const text of strangers()) found.add(text);
  }
  return [...found];
}

const unpressed = (pressed: ReadonlySet<string>): HTMLElement | undefined => {
  const scope = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document.querySelector('main');
  const inScope = scope?.querySelectorAll<HTMLElement>('button, [role=tab], [role=menuitem], summary') ?? [];
  return [...inScope].find((element) => !pressed.has(nameOf(element)) && !element.hasAttribute('disabled'));
};

const nameOf = (element: Element): string => `${element.getAttribute('aria-label') ?? element.textContent}`;

describe.each(PATHS)('%s', (path) => {
  it('shows no text that is not from a message file', async () => {
    await open(path);
    const found = new Set([...strangers(), ...(await pressEverything())]);
    expect([...found]).toEqual([]);
    expect([...api.unknown]).toEqual([]);
  });
});

describe.each(MODALS)('the %s modal', (modal) => {
  it('shows no text that is not from a message file', async () => {
    await open('/dashboard');
    act(() => useUi.getState().openModal(modal));
    await still();
    expect(document.querySelector('[role=dialog]')).not.toBeNull();
    expect(strangers()).toEqual([]);
  });
});

it('the forms over the landing page show no text that is not from a message file', async () => {
  await open('/');
  for (const modal of ['login', 'register'] as const) {
    act(() => useUi.getState().openModal(modal));
    await still();
    expect(strangers()).toEqual([]);
  }
});

it('a word that is written into the code would be found, wherever it is read', async () => {
  await open('/login');
  expect(strangers()).toEqual([]);
  const planted = document.body.appendChild(document.createElement('p'));
  planted.textContent = 'Operación';
  planted.title = 'Cerrar';
  expect(strangers()).toEqual(['Operación', 'Cerrar']);
  planted.remove();
});
