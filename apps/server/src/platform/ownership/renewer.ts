import type { Piece, PieceDeps } from './piece.ts';

/** Holds on to what a process owns, beat by beat; what it could not hold on to for too long is lost. */
export class Renewer {
  readonly #deps: PieceDeps;
  readonly #pieces: () => readonly Piece[];
  #isRenewing = false;
  #isAway = false;
  #losses = 0;

  /** @param pieces those to hold on to */
  constructor(deps: PieceDeps, pieces: () => readonly Piece[]) {
    this.#deps = deps;
    this.#pieces = pieces;
  }

  /** How many pieces were lost rather than given up, since the start. */
  get losses(): number {
    return this.#losses;
  }

  beat(): void {
    // Also while an answer is waited for: by then it may come too late.
    for (const piece of this.#pieces()) if (!piece.isSure) this.#lose(piece);
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    void this.heed(this.#renew()).finally(() => {
      this.#isRenewing = false;
    });
  }

  /**
   * Says once that the database is away, and once that it is back; never rejects.
   * @param work tells whether it has asked the database anything
   */
  async heed(work: Promise<boolean>): Promise<void> {
    const { log } = this.#deps;
    try {
      if (!(await work)) return;
      if (this.#isAway) log.info('leases can be had again');
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) log.warn({ err: error }, 'leases can neither be had nor renewed now');
      this.#isAway = true;
    }
  }

  async #renew(): Promise<boolean> {
    const pieces = this.#pieces();
    if (pieces.length === 0) return false;
    const begunAtMs = this.#deps.stopwatchMs();
    const ours = await this.#deps.leases.renew(pieces.map(({ lease }) => lease));
    for (const piece of pieces) {
      if (ours.has(piece.lease.name)) piece.renewed(begunAtMs);
      else if (piece.isRenewed) this.#lose(piece);
    }
    return true;
  }

  #lose(piece: Piece): void {
    this.#losses += 1;
    this.#deps.log.warn({ lease: piece.lease.name }, 'lease lost');
    piece.lose();
  }
}
