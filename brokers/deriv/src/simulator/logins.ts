import type { BookAccount, ContractBook } from '@vigia/broker-kit/simulator';
import { wireId } from './wire.ts';

const PAT = /^pat_([a-z0-9]+)$/;
const V3_TOKEN = /^v3-([a-z0-9]+)-(demo|real)$/;

/**
 * Maps tokens to logins. Every well-formed token is valid until it is revoked. The first use of a token creates its
 * user.
 */
export class Logins {
  readonly #book: ContractBook;
  readonly #addresses = new Map<string, string>();
  #count = 0;

  constructor(book: ContractBook) {
    this.#book = book;
  }

  /** Returns the login id of a personal access token; null for an unknown token. */
  ofPat(authorization: string | undefined): string | null {
    return PAT.exec(authorization?.replace(/^Bearer /, '') ?? '')?.[1] ?? null;
  }

  /** Returns the account to which a v3 token belongs. */
  ofToken(token: unknown): Readonly<BookAccount> | null {
    const [, login, kind] = V3_TOKEN.exec(String(token)) ?? [];
    return this.#book.accountsOf(`v3-${login}`).find((account) => login !== undefined && account.kind === kind) ?? null;
  }

  /** Creates a secret for a one-time address, which opens one socket of the account. */
  handOutAddress(accountId: string): string {
    this.#count += 1;
    const secret = wireId(this.#count);
    this.#addresses.set(secret, accountId);
    return secret;
  }

  /** Uses a one-time address: returns its account, or null if the address is unknown or was used. */
  useAddress(secret: string | null): Readonly<BookAccount> | null {
    const accountId = this.#addresses.get(secret ?? '');
    this.#addresses.delete(secret ?? '');
    return accountId === undefined ? null : (this.#book.account(accountId) ?? null);
  }

  expireAddresses(): void {
    this.#addresses.clear();
  }
}
