import { create } from 'zustand';

type TabStatus = {
  /** Name of the chosen account. Null outside the main layout and until the account is known. */
  readonly account: string | null;
  readonly activeCount: number;
};

const OUTSIDE: TabStatus = { account: null, activeCount: 0 };

/** Store of the state that the browser tab shows in addition to the page name. The main layout updates it. */
export const useTabStatus = create<TabStatus>()(() => OUTSIDE);

export const clearTabStatus = (): void => useTabStatus.setState(OUTSIDE);
