import type { ContractBook, Deviation, FaultScript, HttpReply, HttpRequest } from '@vigia/broker-kit/simulator';
import type { Clock } from '@vigia/core/kernel';
import { deviatedProfile, deviatedRows, deviatedTimeMs } from './deviations.ts';
import { CHALLENGE_PAGE, codePage, signInPage, tradePage } from './pages.ts';
import type { QuotexQuirks } from './quirks.ts';
import { deal, profile, TERMS, ticket } from './wire.ts';

export const PASSWORD = 'clave-quotex';
/**
 * Prefix of the sessions that a user copies from a browser: token `navegador-<correo>`, cookie
 * `session=navegador-<correo>`.
 */
const BROWSER = 'navegador-';
const DEALS_A_PAGE = 20;

type Visit = { readonly formToken: string; loginId: string | null };
type Options = {
  readonly clock: Clock;
  readonly book: ContractBook;
  readonly script: FaultScript;
  readonly seed: number;
  readonly quirks: Readonly<QuotexQuirks>;
  readonly deviations: ReadonlySet<Deviation>;
};

/**
 * The broker's web site: the sign-in form, the trade page with the token of the socket, and the account pages. Any
 * e-mail address can sign in.
 */
export class SimulatedWebSite {
  readonly #options: Options;
  readonly #visits = new Map<string, Visit>();
  readonly #tokens = new Map<string, string>();
  readonly #signedOut = new Set<string>();
  #areBrowserSessionsDead = false;
  #count = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the login of a session token; null if the session has ended. */
  loginOf(token: string): string | null {
    return this.#tokens.get(token) ?? this.#browserLogin(token);
  }

  expireSessions(): void {
    this.#visits.clear();
    this.#tokens.clear();
    this.#areBrowserSessionsDead = true;
  }

  answer(request: HttpRequest): HttpReply | null {
    if (!passesBotProtection(request)) return page(403, CHALLENGE_PAGE);
    const path = request.url.pathname.replace(/^\/[a-z]{2}(?=\/)/, '').replace(/\/$/, '');
    if (request.method === 'POST') return this.#signIn(path, request);
    const loginId = this.#visitorOf(request)?.loginId ?? null;
    if (path === '/sign-in/modal' || path === '/sign-in') return this.#form();
    if (path === '/trade') return loginId === null ? redirect('/en/sign-in/') : this.#trade(loginId);
    if (path === '/logout') return this.#signOut(request);
    return path.startsWith('/v1/cabinets') || path.startsWith('/api/v1/cabinets')
      ? this.#cabinet(path, request, loginId)
      : page(404, '<html><body>404</body></html>');
  }

  #form(): HttpReply {
    const id = this.#fresh('visit');
    const visit: Visit = { formToken: this.#fresh('form'), loginId: null };
    this.#visits.set(id, visit);
    return page(200, signInPage(visit.formToken), { 'set-cookie': `session=${id}; Path=/; HttpOnly` });
  }

  #signIn(path: string, request: HttpRequest): HttpReply | null {
    const { script } = this.#options;
    const fault = script.takeLoginFault();
    if (fault?.kind === 'cut') return null;
    if (fault?.kind === 'challenge') return page(403, CHALLENGE_PAGE);
    if (fault) return page(429, '<html></html>', { 'retry-after': String(fault.retryAfterMs / 1000) });
    const visit = this.#visitorOf(request);
    const form = new URLSearchParams(request.body);
    if (!visit || visit.formToken === '' || form.get('_token') !== visit.formToken) return page(419, '<html></html>');
    const email = form.get('email') ?? '';
    if (form.get('password') !== PASSWORD || email === '') return redirect('/en/sign-in/');
    const hasCode = path === '/sign-in/modal' && form.get('keep_code') === '1' && form.get('code') === script.code;
    if (script.asksForCode && !hasCode) return page(200, codePage(visit.formToken));
    visit.loginId = email;
    return redirect('/en/trade');
  }

  #trade(loginId: string): HttpReply {
    const token = this.#fresh('token');
    this.#tokens.set(token, loginId);
    return page(200, tradePage(token));
  }

  #signOut(request: HttpRequest): HttpReply {
    const visit = this.#visitorOf(request);
    for (const [token, loginId] of this.#tokens) if (loginId === visit?.loginId) this.#tokens.delete(token);
    if (visit?.loginId) this.#signedOut.add(visit.loginId);
    if (visit) visit.loginId = null;
    return redirect('/en/sign-in/');
  }

  #cabinet(path: string, { url }: HttpRequest, loginId: string | null): HttpReply {
    const { book, script, quirks, deviations } = this.#options;
    if (loginId === null) return this.#json(401, { message: 'Unauthenticated.' });
    if (script.isRateLimited) return page(429, '<html></html>', { 'retry-after': '30' });
    const accounts = book.accountsOf(loginId);
    if (path.endsWith('/digest'))
      return this.#json(200, { data: deviatedProfile(profile(loginId, accounts), deviations) });
    const kind = path.endsWith('/type/demo') ? 'demo' : 'real';
    const account = accounts.find((one) => one.kind === kind);
    const ended = book
      .contractsOf(account?.accountId ?? '')
      .filter((one) => one.result !== null && script.isListed(one));
    const from = (Number(url.searchParams.get('page') ?? 1) - 1) * DEALS_A_PAGE;
    const rows = ended.toReversed().slice(from, from + DEALS_A_PAGE);
    if (!account) return this.#json(200, { data: { deals: [] } });
    const listed = (row: object) => script.listed(row, TERMS);
    switch (quirks.history) {
      case 'deals':
        return this.#json(200, {
          data: {
            deals: deviatedRows(
              rows.map((contract) => listed(deal(contract, account))),
              deviations,
            ),
          },
        });
      case 'tickets':
        return this.#json(200, { data: rows.map((contract) => listed(ticket(contract, account))) });
      case 'strange':
        return this.#json(200, { data: rows.map(({ contractId }) => ({ position: contractId, state: 'closed' })) });
    }
  }

  #visitorOf({ headers }: Pick<HttpRequest, 'headers'>): Visit | null {
    const id = /(?:^|;\s*)session=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
    const loginId = this.#browserLogin(id);
    return this.#visits.get(id) ?? (loginId === null ? null : { formToken: '', loginId });
  }

  #browserLogin(secret: string): string | null {
    const loginId = secret.startsWith(BROWSER) ? secret.slice(BROWSER.length) : null;
    const isDead = this.#areBrowserSessionsDead || (loginId !== null && this.#signedOut.has(loginId));
    return isDead ? null : loginId;
  }

  #json(status: number, body: unknown): HttpReply {
    // The simulated website uses the simulated clock.
    const { clock, deviations } = this.#options;
    const date = new Date(deviatedTimeMs(clock.now(), deviations)).toUTCString();
    return { status, headers: { 'content-type': 'application/json', date }, body: JSON.stringify(body) };
  }

  #fresh(what: string): string {
    this.#count += 1;
    return `${what}-${this.#options.seed}-${this.#count}`;
  }
}

/** Returns whether a request passes the bot protection of the simulated website. */
export const passesBotProtection = ({ headers }: Pick<HttpRequest, 'headers'>): boolean =>
  headers['user-agent']?.startsWith('Mozilla/5.0') === true;

export const page = (status: number, body: string, headers: Record<string, string> = {}): HttpReply => ({
  status,
  headers: { 'content-type': 'text/html; charset=UTF-8', ...headers },
  body,
});

const redirect = (location: string): HttpReply => ({ status: 302, headers: { location }, body: '' });
