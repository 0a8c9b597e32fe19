import {
  type ChartTimeframe,
  isSecondTimeframe,
  SECOND_TIMEFRAMES,
  type SecondTimeframe,
  type Timeframe,
} from '@vigia/core/vocabulary';
import { useMemo } from 'react';
import { create } from 'zustand';
import { recallForAccount, rememberForAccount } from '#shared/lib/account-memory.ts';
import { readTab, writeTab } from '#shared/lib/tab-values.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { secondsMessages } from './messages.es.ts';

/** Storage key of the choice of this tab, which a reload keeps. */
const KEY = 'vigia-chart-seconds';

/**
 * A choice of second candles, or of none. It is valid for one account and while the chart's timeframe is the one
 * beside it: whatever changes that timeframe also leaves the second candles.
 */
type Chosen = { readonly accountId: string; readonly beside: string; readonly seconds: SecondTimeframe | null };

const useChosen = create<{ readonly chosen: Chosen | null }>()(() => ({ chosen: readChosen() }));

/** Returns the size of the chart's candles if it is below a minute; null if the chart's timeframe applies. */
export function useChosenSeconds(): SecondTimeframe | null {
  const timeframe = useUi((ui) => ui.timeframe);
  const accountId = useUi((ui) => ui.accountId);
  const chosen = useChosen((state) => state.chosen);
  return useMemo(() => {
    if (chosen?.beside === timeframe && (accountId === null || chosen.accountId === accountId)) return chosen.seconds;
    return accountId === null ? null : secondsNamed(recallForAccount(accountId, 'seconds', timeframe));
  }, [chosen, accountId, timeframe]);
}

/** Chooses second candles for the account in use; null returns to the chart's timeframe. */
export function chooseSeconds(seconds: SecondTimeframe | null): void {
  const { accountId, timeframe: beside } = useUi.getState();
  const chosen = { accountId: accountId ?? '', beside, seconds };
  writeTab(KEY, [chosen.accountId, beside, seconds ?? ''].join('\n'));
  if (accountId !== null) rememberForAccount(accountId, 'seconds', seconds ?? '', beside);
  useChosen.setState({ chosen });
}

/** Chooses a timeframe of the chart, and leaves the second candles. */
export function chooseTimeframe(timeframe: Timeframe): void {
  useUi.getState().setTimeframe(timeframe);
  chooseSeconds(null);
}

/** Returns the size of candles as text. */
export const timeframeName = (timeframe: ChartTimeframe): string =>
  isSecondTimeframe(timeframe) ? secondsMessages.names[timeframe] : timeframe;

function readChosen(): Chosen | null {
  const [accountId, beside, seconds] = readTab(KEY)?.split('\n') ?? [];
  if (accountId === undefined || beside === undefined || seconds === undefined) return null;
  return { accountId, beside, seconds: secondsNamed(seconds) };
}

function secondsNamed(name: string | null): SecondTimeframe | null {
  return SECOND_TIMEFRAMES.find((timeframe) => timeframe === name) ?? null;
}
