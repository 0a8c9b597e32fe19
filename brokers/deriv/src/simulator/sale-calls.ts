import {
  acknowledgeAs,
  amountOf,
  type BookAccount,
  type BookContract,
  type ContractBook,
  type FaultScript,
  minorOfAmount,
} from '@vigia/broker-kit/simulator';
import type { Clock } from '@vigia/core/kernel';
import { type Body, error, type Reply } from './wire.ts';

/** Time before the expiry in which contracts are not bought back. Deriv publishes no value. */
const NOT_FOR_SALE_MS = 15_000;

const UNKNOWN = error('InvalidSellContractProposal', 'Unknown contract sell proposal');
const NOT_OPEN = error('NoOpenPosition', 'This contract was not found among your open positions.');
const NO_RESALE = error('ContractSellValidationError', 'Resale of this contract is not offered.');
const PRICE_MOVED = error('PriceMoved', 'The underlying market has moved too much since you priced the contract.');
const SIGN_IN_FIRST = error('AuthorizationRequired', 'Please log in.');

type SaleDeps = { readonly book: ContractBook; readonly clock: Clock; readonly script: FaultScript };
type Answering = { answer(reply: Reply): void; cut(): void; end(): void };

/** Returns whether Deriv buys the contract back now: after its entry tick, and not shortly before its expiry. */
export const isForSale = ({ result, entryTickMs, expiryMs }: Readonly<BookContract>, nowMs: number): boolean =>
  result === null && nowMs >= entryTickMs && nowMs < expiryMs - NOT_FOR_SALE_MS;

/** Answers `sell` as the scripted fault of this sale requires. */
export function answerSale(
  deps: SaleDeps,
  account: Readonly<BookAccount> | null,
  request: Body,
  { answer, cut, end }: Answering,
): void {
  const fault = deps.script.takeSaleFault();
  if (fault?.kind === 'ignore') return;
  if (fault?.kind === 'cut_before_booking') return cut();
  if (fault?.kind === 'refuse') return answer(fault.as === 'price_moved' ? PRICE_MOVED : NO_RESALE);
  const reply = sold(deps, account, request);
  if ('error' in reply) return answer(reply);
  acknowledgeAs(fault, deps.clock, { acknowledge: () => answer(reply), cut, end });
}

function sold({ book, clock }: SaleDeps, account: Readonly<BookAccount> | null, request: Body): Reply {
  if (account === null) return SIGN_IN_FIRST;
  const contract = book.contract(String(request['sell']));
  if (contract?.accountId !== account.accountId) return UNKNOWN;
  const valueMinor = book.saleValueMinor(contract.contractId);
  if (valueMinor === null) return NOT_OPEN;
  if (!isForSale(contract, clock.now())) return NO_RESALE;
  // The negated comparison also refuses a price that is not a valid amount of the currency (NaN).
  if (!(minorOfAmount(Number(request['price']), account.currency) <= valueMinor)) return PRICE_MOVED;
  book.sell(contract.contractId);
  const { balanceMinor } = book.account(account.accountId) ?? account;
  const { currency } = account;
  const transaction = Number(contract.contractId) * 10;
  return {
    payload: {
      sell: {
        contract_id: Number(contract.contractId),
        sold_for: amountOf(valueMinor, currency),
        balance_after: amountOf(balanceMinor, currency),
        reference_id: transaction,
        transaction_id: transaction + 1,
      },
    },
  };
}
