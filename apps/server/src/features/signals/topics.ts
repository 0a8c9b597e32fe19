import type { AutomationKind, Direction } from '@vigia/core/vocabulary';
import { topic } from '#platform/bus/bus.ts';

/** A signal that was sealed and stored just now, live: what whoever trades by itself acts on. */
export type SealedSignal = {
  readonly automation: AutomationKind;
  /** The setup or strategy. */
  readonly automationId: string;
  /** null for the setups of the house, which trade for nobody. */
  readonly userId: string | null;
  readonly signalId: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly entryTimeMs: number;
  readonly expiryMinutes: number;
};

export const SIGNAL_SEALED = topic<SealedSignal>('signals.sealed');
