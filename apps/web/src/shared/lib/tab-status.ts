import { create } from 'zustand';

type TabStatus = {
  /** Name of the chosen account. Null outside the main layout, and while the account is unknown. */
  readonly account: string | null;
  readonly activeCount: number;
};

const OUTSIDE: TabStatus = { account: null, activeCount: 0 };

/** Store of the data that the browser tab shows besides the name of the page. The main layout updates it. */
export const useTabStatus = create<TabStatus>()(() => OUTSIDE);

export const clearTabStatus = (): void => useTabStatus.setState(OUTSIDE);
