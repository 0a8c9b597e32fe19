import { create } from 'zustand';
import { onSessionEnd } from '#shared/lib/session-end.ts';

export type NoteDraft = { readonly text: string; readonly tags: readonly string[] };

type DraftState = {
  readonly drafts: ReadonlyMap<string, NoteDraft>;
  readonly write: (tradeId: string, draft: NoteDraft) => void;
  readonly drop: (tradeId: string) => void;
  readonly clear: () => void;
};

/**
 * Store of unsaved notes by trade, so that nothing is lost when a trade is closed before its note is saved. A page
 * reload or the end of the session clears it.
 */
export const useNoteDrafts = create<DraftState>()((set) => ({
  drafts: new Map(),
  write: (tradeId, draft) => set(({ drafts }) => ({ drafts: new Map(drafts).set(tradeId, draft) })),
  drop: (tradeId) => set(({ drafts }) => ({ drafts: new Map([...drafts].filter(([id]) => id !== tradeId)) })),
  clear: () => set({ drafts: new Map() }),
}));
onSessionEnd(() => useNoteDrafts.getState().clear());
