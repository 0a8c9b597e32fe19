import type { StrategyView } from '@vigia/contract';
import type { StrategyStatus } from '@vigia/core/vocabulary';

/** Actions of a strategy card. */
export type StrategyActions = {
  readonly onSignals: (strategy: StrategyView) => void;
  readonly onWhyNot: (strategy: StrategyView) => void;
  /** Shows how the signals of an external strategy arrive. */
  readonly onDoor: (strategy: StrategyView) => void;
  readonly onTest: (strategy: StrategyView) => void;
  readonly onEdit: (strategy: StrategyView) => void;
  readonly onDuplicate: (strategy: StrategyView) => void;
  readonly onStatus: (strategy: StrategyView, status: StrategyStatus) => void;
  readonly onRemove: (strategy: StrategyView) => void;
};
