import type { FreshProof } from '@vigia/contract';

/**
 * Returns whether the server would accept the refused request with a re-authentication proof. Our API uses the first
 * code, the auth service the second.
 */
export const wantsProof = (code: string | null): boolean =>
  code === 'proof_needed' || code === 'reauthentication_needed';

/**
 * Stores the user's re-authentication proof, in memory only, so that no browser storage contains it. The server decides
 * whether the proof is still valid. A call of {@link ask} makes `ProofLauncher` show the dialog.
 */
export class ProofKeeper {
  #proof: string | null = null;
  #asking: { readonly answered: Promise<boolean>; readonly answer: (isGiven: boolean) => void } | null = null;
  readonly #listeners = new Set<() => void>();

  /** The value of the HTTP header with the proof. Null until the user has given a proof. */
  get current(): string | null {
    return this.#proof;
  }

  readonly isAsking = (): boolean => this.#asking !== null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * Asks the user for a proof of identity. Concurrent calls wait for the same answer.
   * @returns false if the user gives no proof or no dialog can open
   */
  async ask(): Promise<boolean> {
    if (this.#listeners.size === 0) return false;
    if (this.#asking === null) {
      let answer: (isGiven: boolean) => void = () => {};
      const answered = new Promise<boolean>((resolve) => {
        answer = resolve;
      });
      this.#asking = { answered, answer };
      this.#tell();
    }
    return this.#asking.answered;
  }

  give({ proof }: Pick<FreshProof, 'proof'>): void {
    this.#proof = proof;
    this.#answer(true);
  }

  giveUp(): void {
    this.#answer(false);
  }

  #answer(isGiven: boolean): void {
    const asking = this.#asking;
    this.#asking = null;
    this.#tell();
    asking?.answer(isGiven);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
