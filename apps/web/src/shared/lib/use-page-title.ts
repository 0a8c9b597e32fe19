import { useEffect } from 'react';
import { useTabStatus } from './tab-status.ts';

const PRODUCT = 'Vigía';

/**
 * Sets the title of the browser tab while mounted; for an active account also its mode and the number of active trades.
 */
export function usePageTitle(page: string): void {
  const mode = useTabStatus((tab) => tab.mode);
  const activeCount = useTabStatus((tab) => tab.activeCount);
  useEffect(() => {
    document.title = titleOf(page, mode, activeCount);
  }, [page, mode, activeCount]);
}

function titleOf(page: string, mode: string | null, activeCount: number): string {
  if (page.includes(PRODUCT)) return page;
  const name = activeCount > 0 ? `(${activeCount}) ${page}` : page;
  return [name, mode, PRODUCT].filter((part) => part !== null).join(' · ');
}
