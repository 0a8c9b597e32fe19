import { useEffect } from 'react';
import { useTabStatus } from './tab-status.ts';

const PRODUCT = 'Vigía';

/**
 * Sets the title of the browser tab while the component is mounted. Inside the main layout, the title also contains the
 * chosen account and the number of open trades.
 */
export function usePageTitle(page: string): void {
  const account = useTabStatus((tab) => tab.account);
  const activeCount = useTabStatus((tab) => tab.activeCount);
  useEffect(() => {
    document.title = titleOf(page, account, activeCount);
  }, [page, account, activeCount]);
}

function titleOf(page: string, account: string | null, activeCount: number): string {
  if (page.includes(PRODUCT)) return page;
  const name = activeCount > 0 ? `(${activeCount}) ${page}` : page;
  return [name, account, PRODUCT].filter((part) => part !== null).join(' · ');
}
