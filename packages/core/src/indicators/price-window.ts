import { CloseWindow } from './close-window.ts';
import { PointSum } from './point-sum.ts';

/**
 * A window of prices whose mean is exact (`PointSum`). The mean of prices with more than 12 decimals is that of
 * `CloseWindow`, whose last digits are not defined.
 */
export class PriceWindow extends CloseWindow {
  readonly #points: PointSum;

  constructor(period: number) {
    super(period);
    this.#points = new PointSum(period);
  }

  override push(close: number): void {
    super.push(close);
    this.#points.push(close);
  }

  override get mean(): number {
    const exact = this.#points.mean;
    return Number.isNaN(exact) ? super.mean : exact;
  }

  override restore(state: readonly number[]): void {
    super.restore(state);
    this.#points.restore(this.closes, this.next);
  }
}
