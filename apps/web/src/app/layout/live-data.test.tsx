import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useTradeDetail } from '#features/trading/detail/detail-store.ts';
import { NO_FILTER } from '#features/trading/history/filter.ts';
import { useHistoryFilter } from '#features/trading/history/filter-store.ts';
import { useNoteDrafts } from '#features/trading/journal/note-drafts.ts';
import { tradeOf } from '#features/trading/trades/testing.ts';
import { mountPanel } from '#shared/test/mount-panel.tsx';
import { LiveData } from './live-data.tsx';

afterEach(() => {
  cleanup();
  useNoteDrafts.getState().clear();
  useHistoryFilter.getState().clear();
});

it('the end of a session drops the unsaved notes, history filter and open trade of its user', async () => {
  const { router } = mountPanel(
    <>
      <LiveData />
      <p>{`signed in`}</p>
    </>,
  );
  expect(await screen.findByText('signed in')).toBeDefined();
  useNoteDrafts.getState().write('trade', { text: 'Entré por impaciencia', tags: ['prisa'] });
  useHistoryFilter.getState().change({ symbol: 'EURUSD' });
  useTradeDetail.getState().open(tradeOf());
  expect(useNoteDrafts.getState().drafts.size).toBe(1);
  await act(() => router.navigate({ to: '/' }));
  expect(useNoteDrafts.getState().drafts.size).toBe(0);
  expect(useHistoryFilter.getState().filter).toEqual(NO_FILTER);
  expect(useTradeDetail.getState().trade).toBeNull();
});
