import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CalculatorPage } from '#features/calculator/calculator-page.tsx';
import type { CalculatorSearch } from '#features/calculator/model/address.ts';
import { PATHS } from '#shared/lib/paths.ts';

/** Renders the calculator. Its input values are in the search parameters of the URL. */
export function CalculatorScreen() {
  const search = useSearch({ from: '/main/calculator' });
  const navigate = useNavigate();
  const router = useRouter();
  const onSearch = useCallback(
    (next: CalculatorSearch) =>
      void navigate({ to: PATHS.calculator, search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  const addressOf = (next: CalculatorSearch) =>
    new URL(router.buildLocation({ to: PATHS.calculator, search: next }).href, window.location.origin).href;
  return <CalculatorPage search={search} onSearch={onSearch} addressOf={addressOf} />;
}
