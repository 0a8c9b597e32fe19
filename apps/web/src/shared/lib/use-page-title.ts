import { useEffect } from 'react';

const PRODUCT = 'Vigía';

/** Names the browser tab while mounted. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = page.includes(PRODUCT) ? page : `${page} · ${PRODUCT}`;
  }, [page]);
}
