import type { BookAccount, BookContract, BookRefusal, ContractBook, OrderFault } from '@vigia/broker-kit/simulator';
import { type Clock, durationMs, minorUnits } from '@vigia/core/kernel';
import { openedRow, symbolOf } from './rows.ts';
import { firstOf, type Message, type Outgoing } from './wire.ts';

/** What an order is handed to. */
export type Desk = {
  readonly clock: Clock;
  readonly book: ContractBook;
  readonly accounts: readonly Readonly<BookAccount>[];
  send(message: Outgoing): void;
  cut(): void;
};

/** The shape of a refusal is in no source; these words are ours. */
const WORDS: Readonly<Record<BookRefusal, string>> = {
  unknown_account: 'account_not_found',
  unknown_symbol: 'pair_not_found',
  market_closed: 'pair_locked',
  stake_out_of_range: 'amount_out_of_limits',
  insufficient_funds: 'not_enough_money',
  invalid_expiry: 'bad_duration',
};
const REFUSALS: Partial<Record<string, string>> = {
  insufficient_funds: WORDS.insufficient_funds,
  market_closed: WORDS.market_closed,
  stake_out_of_range: WORDS.stake_out_of_range,
  invalid_duration: WORDS.invalid_expiry,
  price_moved: 'profitability_changed',
  rate_limited: 'too_many_requests',
};

/** One order (e23), with whatever is to go wrong with it. */
export function takeOrder(message: Message, fault: OrderFault | null, desk: Desk): void {
  if (fault?.kind === 'cut_before_booking') return desk.cut();
  if (fault?.kind === 'ignore') return;
  const refuse = (d: unknown) => desk.send({ e: 23, t: 3, ...uuidOf(message), d });
  if (fault?.kind === 'refuse') {
    const words = REFUSALS[fault.as];
    return refuse(words === undefined ? [{ id: 0, status: 'cancel' }] : [{ error: words }]);
  }
  const placed = place(message, desk);
  if (typeof placed === 'string') return refuse([{ error: placed }]);
  acknowledge(message, placed, fault, desk);
}

function place({ d }: Message, { clock, book, accounts }: Desk): Readonly<BookContract> | string {
  const { amount, dir, pair, account_id, group, timestamp, duration } = firstOf(d);
  const account = accounts.find(({ accountId, kind }) => accountId === String(account_id) && kind === group);
  if (!account) return WORDS.unknown_account;
  if (typeof amount !== 'number' || typeof pair !== 'string' || typeof duration !== 'number') return 'bad_request';
  // Milliseconds: seconds would lie in 1970.
  if (typeof timestamp !== 'number' || Math.abs(timestamp - clock.now()) > 60_000) return 'bad_timestamp';
  if (duration < 5 || duration > 14_400 || (dir !== 'up' && dir !== 'down')) return WORDS.invalid_expiry;
  const placed = book.place({
    accountId: account.accountId,
    symbol: symbolOf(pair),
    direction: dir === 'up' ? 'CALL' : 'PUT',
    stakeMinor: minorUnits(Math.round(amount * 100)),
    expiryMs: Math.floor(clock.now() / 1_000 + duration) * 1_000,
    tag: null,
  });
  return placed.ok ? placed.value : WORDS[placed.error];
}

function acknowledge(message: Message, contract: Readonly<BookContract>, fault: OrderFault | null, desk: Desk): void {
  const ack = () => desk.send({ e: 23, t: 3, ...uuidOf(message), d: [openedRow(contract)] });
  switch (fault?.kind) {
    case 'cut_after_booking':
      return desk.cut();
    case 'no_ack':
      return;
    case 'delay_ack':
      return void desk.clock.after(durationMs(fault.ms), ack);
    case 'double_ack':
      ack();
      return ack();
    case 'cut_after_ack':
      ack();
      return desk.cut();
    default:
      return ack();
  }
}

export const uuidOf = ({ uuid }: Message): { uuid?: string } => (uuid === null ? {} : { uuid });
