import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { DELETE_ACCOUNT_PHRASE, type StreamEvent } from '@vigia/contract';
import { REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { AuthContext, type AuthContextValue } from '#shared/auth/auth-context.ts';
import { authBackend } from '#shared/auth/backend.ts';
import { AUTH_STORAGE_KEY } from '#shared/auth/stored-session.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { collectTexts, DocumentedApi, type FakeServerState } from '#shared/test/documented-api.ts';
import { drawNothing, paintNothing } from '#shared/test/draw-nothing.ts';
import { ENROLLED_FACTOR, FakeBackend, PROFILE, sessionOf } from '#shared/test/fake-backend.ts';
import { SIGNED_OUT } from '#shared/test/signed-out.ts';
import { testQueries, testServices } from '#shared/test/test-services.ts';
import { TestStream } from '#shared/test/test-socket.ts';
import { textsOnScreen, untranslatedTexts } from '#shared/test/untranslated-texts.ts';
import { router } from '../router.tsx';

export const SIGNED_OUT_PATHS = ['/', '/login', '/register', '/forgot-password', '/reset-password', '/verify-email'];
export const SIGNED_IN_PATHS = [...Object.keys(router.routesByPath), '/no-such-page'].filter(
  (path) => !SIGNED_OUT_PATHS.includes(path),
);

const SESSION = sessionOf();
/** Auth state of a signed-out visitor, with a working fake auth service. */
export const SIGNED_OUT_AUTH: AuthContextValue = { ...SIGNED_OUT, backend: async () => new FakeBackend() };
export const SIGNED_IN_AUTH: AuthContextValue = {
  ...SIGNED_OUT,
  session: SESSION,
  user: SESSION.user,
  profile: PROFILE,
  isAuthenticated: true,
  backend: async () => Object.assign(new FakeBackend(), { initial: SESSION }),
};
/** Auth state of an anonymous demo user. */
export const DEMO_AUTH: AuthContextValue = { ...SIGNED_IN_AUTH, user: { ...SESSION.user, is_anonymous: true } };

/** Confirmation phrases that the user must type exactly. The server compares the typed text with them. */
const PHRASES = [REAL_MONEY_PHRASE, DELETE_ACCOUNT_PHRASE];

/** The current time in the examples of the documented API, which the fake server sends. */
const NOW_MS = Date.parse('2026-11-21T14:30:00.000Z');

type Surroundings = { readonly mood?: FakeServerState; readonly phone?: boolean; readonly auth?: AuthContextValue };

/** Simulates one visit to the app in the `pseudo` locale. The test chooses the state of the fake server. */
export class PseudoVisit {
  readonly api: DocumentedApi;
  readonly stream: TestStream;
  readonly #auth: AuthContextValue | undefined;
  readonly #seen = new Set<string>();
  /** Texts of the browser alerts during the visit. */
  readonly alerts: string[] = [];

  private constructor({ mood = 'full', phone = false, auth }: Surroundings) {
    this.#auth = auth;
    this.api = new DocumentedApi(mood);
    this.stream = new TestStream({ silent: mood !== 'full' && mood !== 'empty' });
    vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS });
    drawNothing({ phone });
    paintNothing((text) => this.#seen.add(text));
    this.stream.install();
    if (mood === 'failing' || mood === 'unreachable') shortenTimers();
    document.exitFullscreen = async () => {};
    vi.stubGlobal('fetch', this.api.fetch);
    vi.stubGlobal('alert', (text: string) => this.alerts.push(text));
    localStorage.setItem(AUTH_STORAGE_KEY, JSON.stringify({ ...SESSION, expires_at: 4_102_444_800 }));
  }

  /**
   * Opens the page at `path` and waits until it settles. The visitor is signed in, except on pages for signed-out
   * visitors.
   */
  static async at(path: string, surroundings: Surroundings = {}): Promise<PseudoVisit> {
    const visit = new PseudoVisit(surroundings);
    // The first page waits for the auth module, so the visit loads the module in advance.
    await authBackend();
    await visit.#open(path);
    return visit;
  }

  /** Ends the visit and resets all state for the next visit. */
  static leave(): void {
    cleanup();
    useUi.setState({ modal: null, mobileMenuOpen: false });
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }

  async #open(path: string): Promise<void> {
    window.history.replaceState(null, '', path);
    // Every visit creates its own router, because after an unmount a router waits forever for its page to render.
    const ownRouter = createRouter({ ...router.options, history: createBrowserHistory() });
    await ownRouter.load();
    render(
      <AuthContext value={this.#auth ?? (SIGNED_OUT_PATHS.includes(path) ? SIGNED_OUT : SIGNED_IN_AUTH)}>
        <RouterProvider router={ownRouter} />
      </AuthContext>,
    );
    await this.settle();
  }

  /** Emits a server event to the page. */
  emit(event: StreamEvent): void {
    collectTexts(event, this.api.said);
    act(() => this.stream.emit(event));
  }

  /** Renders one component of the app alone. */
  async show(part: ReactNode): Promise<void> {
    cleanup();
    render(<QueryClientProvider client={testQueries(testServices(this.api.fetch))}>{part}</QueryClientProvider>);
    await this.settle();
  }

  /**
   * Waits until every request has its response, all code has loaded and the page has stopped changing. Waits at most 4
   * s.
   */
  async settle(): Promise<void> {
    const startedMs = performance.now();
    let hasChanged = false;
    const observer = new MutationObserver(() => {
      hasChanged = true;
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    for (let quiet = 0; quiet < QUIET_TURNS && performance.now() - startedMs < SETTLED_WITHIN_MS; ) {
      hasChanged = false;
      await act(async () => {
        await vi.dynamicImportSettled();
        await turn();
      });
      quiet = hasChanged || this.api.underWay > 0 ? 0 : quiet + 1;
    }
    observer.disconnect();
    for (const text of [...textsOnScreen(), ...this.alerts]) this.#seen.add(text);
  }

  /**
   * Presses every control in a part of the page, and every control that appears after a press. Records the texts after
   * each press.
   */
  async pressEverything({ within = 'main', kinds = ALL_KINDS } = {}): Promise<void> {
    const pressed = new Set<string>();
    while (pressed.size < MOST_PRESSED) {
      const element = unpressed(pressed, within, kinds);
      if (element) {
        pressed.add(nameOf(element));
        await this.press(element);
      } else if (!(await this.#closeTop())) return;
    }
  }

  /**
   * Closes the topmost dialog, menu or list.
   * @returns true if one was open and is closed now
   */
  async #closeTop(): Promise<boolean> {
    const top = topmost();
    if (!top) return false;
    fireEvent.keyDown(document.activeElement ?? top, { key: 'Escape' });
    await this.settle();
    return !top.isConnected;
  }

  /** Types a valid value into every empty field and submits the form. */
  async fillIn(): Promise<void> {
    const fields = document.querySelectorAll<HTMLInputElement>('input');
    for (const field of fields) {
      if (field.type === 'checkbox') fireEvent.click(field);
      else if (field.value === '') this.type(field, TYPED[field.type] ?? 'x1');
    }
    for (const form of document.querySelectorAll('form')) fireEvent.submit(form);
    await this.settle();
  }

  type(field: HTMLInputElement, text: string): void {
    this.#typed.add(text);
    fireEvent.change(field, { target: { value: text } });
  }

  /** Texts that the visitor typed. The page may show them anywhere later. */
  readonly #typed = new Set<string>();

  async press(element: HTMLElement): Promise<void> {
    act(() => element.focus());
    fireEvent.keyDown(element, { key: 'Enter' });
    fireEvent.click(element);
    await this.settle();
  }

  /**
   * Returns every recorded text that comes from no message file, server response or user input. Also returns every
   * request that the fake server could not answer: without its response, a part of the page would never be checked.
   */
  untranslated(): readonly string[] {
    return [...untranslatedTexts(this.#seen, this.#data()), ...[...this.api.unknown].map((path) => `GET ${path}`)];
  }

  #data(): readonly string[] {
    return [
      ...this.api.said,
      ...hostsIn(this.api.said),
      ...PHRASES,
      ...this.#typed,
      ENROLLED_FACTOR.secret,
      ...textsIn(PROFILE),
      ...textsIn(SESSION.user),
    ];
  }
}

/** Returns the hosts of the addresses among some texts. The screen shows them without their paths. */
const hostsIn = (texts: Iterable<string>): string[] =>
  [...texts].flatMap((text) => (URL.canParse(text) ? new URL(text).host : []));

const ALL_KINDS = 'button, [role=tab], [role=menuitem], [role=option], summary';
/** The values that the visit types, by type of input field. */
const TYPED: Readonly<Record<string, string>> = {
  email: 'ana@correo.com',
  password: 'x1-X2-y3-Y4',
  tel: '+573001234567',
  number: '7',
};
const QUIET_TURNS = 3;
const SETTLED_WITHIN_MS = 4_000;
const MOST_PRESSED = 150;

const inReal = globalThis.setTimeout;
const turn = () => new Promise<void>((resolve) => inReal(resolve, 5));

/** Divides the delays of timers by 200, so that a failed request is retried after milliseconds instead of a second. */
function shortenTimers(): void {
  vi.stubGlobal('setTimeout', (task: () => void, ms = 0) => inReal(task, ms / 200));
}

const textsIn = (value: object): string[] =>
  Object.values(value).filter((each): each is string => typeof each === 'string');

const unpressed = (pressed: ReadonlySet<string>, within: string, kinds: string): HTMLElement | undefined => {
  const scope = topmost() ?? document.querySelector(within);
  const inScope = scope?.querySelectorAll<HTMLElement>(kinds) ?? [];
  return [...inScope].find((element) => !pressed.has(nameOf(element)) && !element.hasAttribute('disabled'));
};

const topmost = (): Element | undefined =>
  [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')].at(-1);

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent;
