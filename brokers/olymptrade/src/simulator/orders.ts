import {
  acknowledgeAs,
  type BookAccount,
  type BookContract,
  type ContractBook,
  minorOfAmount,
  type OrderFault,
} from '@vigia/broker-kit/simulator';
import { type Clock, minorUnits } from '@vigia/core/kernel';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/money';
import { openedRow, symbolOf } from './rows.ts';
import { firstElementFields, type Message, type OutgoingMessage } from './wire.ts';

/** The parts of the simulator that handle an order. */
export type OrderHandlerDeps = {
  readonly clock: Clock;
  readonly book: ContractBook;
  readonly accounts: readonly Readonly<BookAccount>[];
  send(message: OutgoingMessage): void;
  cut(): void;
};

/** Handles one order (event 23) with the scripted fault, if any. */
export function handleOrder(message: Message, fault: OrderFault | null, desk: OrderHandlerDeps): void {
  if (fault?.kind === 'cut_before_booking') return desk.cut();
  if (fault?.kind === 'ignore') return;
  // No source shows a refusal. The adapter must accept both possible forms: a reply without a deal, and a cancelled
  // deal.
  const refuse = (d: readonly object[]) => desk.send({ e: 23, t: 3, ...uuidOf(message), d });
  if (fault?.kind === 'refuse') return refuse([{ id: 0, status: 'cancel' }]);
  const placed = place(message, desk);
  if (placed === null) return refuse([]);
  acknowledgeAs(fault, desk.clock, {
    acknowledge: () => desk.send({ e: 23, t: 3, ...uuidOf(message), d: [openedRow(placed, currencyOf(desk, placed))] }),
    cut: () => desk.cut(),
  });
}

const currencyOf = ({ book }: OrderHandlerDeps, { accountId }: Readonly<BookContract>): Currency =>
  book.account(accountId)?.currency ?? PAPER_CURRENCY;

function place({ d }: Message, { clock, book, accounts }: OrderHandlerDeps): Readonly<BookContract> | null {
  const { amount, dir, pair, account_id, group, timestamp, duration } = firstElementFields(d);
  const account = accounts.find(({ accountId, kind }) => accountId === String(account_id) && kind === group);
  if (!account) return null;
  if (typeof amount !== 'number' || typeof pair !== 'string' || typeof duration !== 'number') return null;
  // The time must be in milliseconds. A value in seconds would be a date in 1970.
  if (typeof timestamp !== 'number' || Math.abs(timestamp - clock.now()) > 60_000) return null;
  if (duration < 5 || duration > 14_400 || (dir !== 'up' && dir !== 'down')) return null;
  const stakeMinor = minorOfAmount(amount, account.currency);
  if (Number.isNaN(stakeMinor)) return null;
  const placed = book.place({
    accountId: account.accountId,
    symbol: symbolOf(pair),
    direction: dir === 'up' ? 'CALL' : 'PUT',
    stakeMinor: minorUnits(stakeMinor),
    expiryMs: Math.floor(clock.now() / 1_000 + duration) * 1_000,
    tag: null,
  });
  return placed.ok ? placed.value : null;
}

export const uuidOf = ({ uuid }: Message): { uuid?: string } => (uuid === null ? {} : { uuid });
