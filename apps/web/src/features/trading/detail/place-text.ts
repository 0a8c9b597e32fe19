import type { Option } from '@vigia/contract';
import type { TradingMode } from '@vigia/core/vocabulary';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { detailMessages } from './messages.es.ts';

type Placed = Pick<Option, 'mode' | 'broker' | 'account'>;

/** The account of a trade in one or two words: its mode, or the name of its broker. */
export const placeText = ({ mode, broker, account }: Placed): string =>
  mode === null ? `${detailMessages.venueName(broker)} ${detailMessages.accounts[account]}` : uiMessages.mode[mode];

/** Returns the mode whose colours mark a trade: those of the demo or real mode also mark practice or real money of other brokers. */
export const modeStyle = ({ mode, account }: Placed): TradingMode =>
  mode ?? (account === 'real' ? 'iqoption_real' : 'iqoption_demo');
