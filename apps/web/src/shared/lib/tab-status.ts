import { create } from 'zustand';

type TabStatus = {
  /** The current mode in words; null outside of the main layout and before it is known. */
  readonly mode: string | null;
  readonly activeCount: number;
};

const OUTSIDE: TabStatus = { mode: null, activeCount: 0 };

/** State shown in the browser tab besides the page name; the main layout updates it. */
export const useTabStatus = create<TabStatus>()(() => OUTSIDE);

export const clearTabStatus = (): void => useTabStatus.setState(OUTSIDE);
