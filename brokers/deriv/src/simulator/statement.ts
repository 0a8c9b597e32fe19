import { amountOf, type BookContract, type ContractBookEvent } from '@vigia/broker-kit/simulator';
import type { Currency } from '@vigia/core/money';
import { longcode, shortcode, transactionOf } from './contract-body.ts';
import { brokerSymbolOf } from './symbols.ts';
import type { Body } from './wire.ts';

type Contract = Readonly<BookContract>;

/** One movement of money: the purchase of an option contract, or its end with the paid amount. */
type Movement = {
  readonly contract: Contract;
  readonly action: 'buy' | 'sell';
  readonly amountMinor: number;
  readonly atMs: number;
};

const second = (timeMs: number): number => Math.floor(timeMs / 1_000);

const buying = (contract: Contract): Movement => ({
  contract,
  action: 'buy',
  amountMinor: -contract.stakeMinor,
  atMs: contract.openedAtMs,
});

const ending = (contract: Contract): Movement => ({
  contract,
  action: 'sell',
  amountMinor: contract.stakeMinor + (contract.result?.profitMinor ?? 0),
  atMs: contract.result?.settledAtMs ?? contract.expiryMs,
});

/** Returns the body of `statement`: the movements of an account, newest first, with the balance after each. */
export function statementBody(
  contracts: readonly Contract[],
  account: { readonly currency: Currency; readonly balanceMinor: number },
  request: Body,
  isDescribed: boolean,
): Body {
  const movements = contracts
    .flatMap((contract) => [buying(contract), ...(contract.result ? [ending(contract)] : [])])
    .toSorted((a, b) => b.atMs - a.atMs);
  let afterMinor = account.balanceMinor;
  const rows = movements.map((movement) => {
    const row = statementRow(movement, account.currency, afterMinor, isDescribed);
    afterMinor -= movement.amountMinor;
    return row;
  });
  const offset = Number(request['offset'] ?? 0);
  const transactions = rows.slice(offset, offset + Number(request['limit'] ?? 100));
  return { statement: { count: transactions.length, transactions } };
}

function statementRow(movement: Movement, currency: Currency, afterMinor: number, isDescribed: boolean): Body {
  const { contract, action, amountMinor, atMs } = movement;
  return {
    action_type: action,
    amount: amountOf(amountMinor, currency),
    balance_after: amountOf(afterMinor, currency),
    contract_id: Number(contract.contractId),
    transaction_id: transactionOf(contract) + (action === 'sell' ? 1 : 0),
    reference_id: action === 'sell' ? transactionOf(contract) : null,
    transaction_time: second(atMs),
    payout: null,
    ...(action === 'sell' ? { purchase_time: second(contract.openedAtMs) } : {}),
    ...(isDescribed ? { longcode: longcode(contract), shortcode: shortcode(contract, currency) } : {}),
  };
}

/** Returns the body of a `transaction` message about a contract that was just bought or settled. */
export function transactionBody(
  { kind, contract }: Extract<ContractBookEvent, { readonly contract: unknown }>,
  account: { readonly currency: Currency; readonly balanceMinor: number },
  id: string,
): Body {
  const { action, amountMinor, atMs } = kind === 'opened' ? buying(contract) : ending(contract);
  const { currency, balanceMinor } = account;
  return {
    id,
    action,
    amount: amountOf(amountMinor, currency),
    // The event precedes the change of the balance.
    balance: amountOf(balanceMinor + amountMinor, currency),
    currency,
    contract_id: Number(contract.contractId),
    symbol: brokerSymbolOf(contract.symbol),
    display_name: contract.symbol,
    longcode: longcode(contract),
    date_expiry: second(contract.expiryMs),
    transaction_id: transactionOf(contract) + (action === 'sell' ? 1 : 0),
    transaction_time: second(atMs),
    ...(action === 'sell' ? { purchase_time: second(contract.openedAtMs) } : {}),
  };
}
