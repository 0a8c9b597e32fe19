import { create } from 'zustand';

type TabStatus = {
  /** The chosen account in words; null outside the main layout and before it is known. */
  readonly account: string | null;
  readonly activeCount: number;
};

const OUTSIDE: TabStatus = { account: null, activeCount: 0 };

/** Store of the state that the browser tab shows besides the page name; the main layout updates it. */
export const useTabStatus = create<TabStatus>()(() => OUTSIDE);

export const clearTabStatus = (): void => useTabStatus.setState(OUTSIDE);
