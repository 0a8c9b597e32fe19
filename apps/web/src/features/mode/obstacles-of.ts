import type { RealMoneyObstacle, TradingMode } from '@vigia/core/vocabulary';

/** Which of the obstacles stand in the way of this mode. */
export function obstaclesOf(mode: TradingMode, obstacles: readonly RealMoneyObstacle[]): readonly RealMoneyObstacle[] {
  switch (mode) {
    case 'mock':
      return [];
    case 'iqoption_demo':
      return obstacles.filter((each) => each === 'mode_unavailable' || each === 'anonymous_not_allowed');
    case 'iqoption_real':
      return obstacles;
  }
}
