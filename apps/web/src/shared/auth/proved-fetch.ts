import { PROOF_HEADER, RECOVERY_CODES_HEADER } from '@vigia/contract';
import type { ProofKeeper } from '#shared/lib/proof-keeper.ts';

/**
 * Wraps fetch for the auth client. Adds the re-authentication proof to requests. Removes recovery codes from responses,
 * so that the auth client does not store them.
 */
export class ProvedFetch {
  readonly #fetch: typeof fetch;
  readonly #proofs: Pick<ProofKeeper, 'current'>;
  #recoveryCodes: readonly string[] | null = null;

  constructor(through: typeof fetch, proofs: Pick<ProofKeeper, 'current'>) {
    this.#fetch = through;
    this.#proofs = proofs;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const { current } = this.#proofs;
    if (current !== null) headers.set(PROOF_HEADER, current);
    const answer = await this.#fetch(input, { ...init, headers });
    this.#recoveryCodes = answer.headers.get(RECOVERY_CODES_HEADER)?.split(',') ?? this.#recoveryCodes;
    return answer;
  };

  /**
   * Returns the recovery codes of the last response that contained some, and forgets them. Returns null if there are
   * none.
   */
  takeRecoveryCodes(): readonly string[] | null {
    const codes = this.#recoveryCodes;
    this.#recoveryCodes = null;
    return codes;
  }
}
