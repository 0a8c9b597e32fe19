import type { FreshProof } from '@vigia/contract';

/** The code of a refused request that a fresh proof would admit: of our API, and of the auth service. */
export const wantsProof = (code: string | null): boolean =>
  code === 'proof_needed' || code === 'reauthentication_needed';

/**
 * Keeps the person's fresh proof in memory only: what the browser stores contains none. The server decides
 * whether it is still valid. `ProofLauncher` answers what is asked here.
 */
export class ProofKeeper {
  #proof: string | null = null;
  #asking: { readonly answered: Promise<boolean>; readonly answer: (isGiven: boolean) => void } | null = null;
  readonly #listeners = new Set<() => void>();

  /** The value of the proof header; null: none was given yet. */
  get current(): string | null {
    return this.#proof;
  }

  readonly isAsking = (): boolean => this.#asking !== null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * Asks the person for a proof; requests that need one meanwhile wait for the same answer.
   * @returns false if the person gives none, or no dialog is there to ask
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
