import { create } from 'zustand';

type TabStatus = {
  /** The mode in force in words; null outside the main layout and before it is known. */
  readonly mode: string | null;
  readonly activeCount: number;
};

const OUTSIDE: TabStatus = { mode: null, activeCount: 0 };

/** What the browser tab tells beside the page's name; the main layout keeps it. */
export const useTabStatus = create<TabStatus>()(() => OUTSIDE);

export const clearTabStatus = (): void => useTabStatus.setState(OUTSIDE);
