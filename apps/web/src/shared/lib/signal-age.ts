import { ENTRY_TOLERANCE_MS } from '@vigia/core/auto-trading';
import { create } from 'zustand';
import { readLocal, removeLocal, writeLocal } from './local-values.ts';
import { useServerNow } from './use-now.ts';

const KEY = 'vigia-signal-age';

/** The limits that the user can choose, in seconds, besides that of the automation. */
export const SIGNAL_AGES_S = [10, 30, 60, 120] as const;

type AgeState = {
  /** The user's own limit on this device in seconds. Null if the limit of the automation applies. */
  readonly limitS: number | null;
  readonly choose: (limitS: number | null) => void;
};

/** Store of the age up to which the user trades signals by hand. */
export const useSignalAgeLimit = create<AgeState>()((set) => ({
  limitS: storedLimit(),
  choose: (limitS) => {
    if (limitS === null) removeLocal(KEY);
    else writeLocal(KEY, String(limitS));
    set({ limitS });
  },
}));

function storedLimit(): number | null {
  const stored = Number(readLocal(KEY));
  return SIGNAL_AGES_S.find((each) => each === stored) ?? null;
}

/** The limit of the automation: an order that is accepted later has another entry price than the signal. */
export const AUTOMATION_AGE_S = ENTRY_TOLERANCE_MS / 1_000;

/** Age of a signal in whole seconds, and whether it is too old to be traded by hand. */
export type SignalAge = { readonly seconds: number; readonly limitS: number; readonly isLate: boolean };

export function signalAge(entryMs: number, nowMs: number, limitS: number): SignalAge {
  const ageMs = Math.max(0, nowMs - entryMs);
  return { seconds: Math.floor(ageMs / 1_000), limitS, isLate: ageMs > limitS * 1_000 };
}

/**
 * Returns the age of a signal by the server's clock. It is read several times a second, so that no second is skipped.
 */
export function useSignalAge(entryMs: number): SignalAge {
  const limitS = useSignalAgeLimit((state) => state.limitS) ?? AUTOMATION_AGE_S;
  return signalAge(entryMs, useServerNow(250), limitS);
}
