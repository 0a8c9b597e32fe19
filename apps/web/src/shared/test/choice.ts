import type { AccountView, CurrentMode } from '@vigia/contract';
import { ACCOUNT_OF_MODE, modeOfAccount } from '@vigia/core/vocabulary';

/** Returns the API response about the chosen account. The default is the paper account with 10 000 dollars. */
export function choiceOf(change: Partial<AccountView> = {}): CurrentMode {
  const paper = {
    id: '018f4a6e-0000-7000-8000-000000000001',
    broker: 'mock',
    kind: 'mock',
    currency: 'USD',
    balance: 10_000,
    held: 0,
  } as const;
  const chosen: AccountView = { ...paper, ...change };
  const mode = modeOfAccount(chosen) ?? 'mock';
  const account = ACCOUNT_OF_MODE[mode].broker === chosen.broker ? chosen : paper;
  return { mode, account, chosen, server_time: '2026-11-21T12:00:00.000Z' };
}
