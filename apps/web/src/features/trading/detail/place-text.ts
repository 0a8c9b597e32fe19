import type { Option } from '@vigia/contract';
import type { TradingMode } from '@vigia/core/vocabulary';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { detailMessages } from './messages.es.ts';

type Placed = Pick<Option, 'mode' | 'broker' | 'account'>;

/** Where a trade's money is, in a word or two: its mode, or the broker it was placed at by name. */
export const placeText = ({ mode, broker, account }: Placed): string =>
  mode === null ? `${detailMessages.venueName(broker)} ${detailMessages.accounts[account]}` : uiMessages.mode[mode];

/** The mode whose look says what money is at stake. */
export const lookOf = ({ mode, account }: Placed): TradingMode =>
  mode ?? (account === 'real' ? 'iqoption_real' : 'iqoption_demo');
