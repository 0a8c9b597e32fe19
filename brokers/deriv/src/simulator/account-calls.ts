import {
  amountOf,
  type BookAccount,
  type BookContract,
  type ContractBook,
  type FaultScript,
} from '@vigia/broker-kit/simulator';
import { type Clock, minorUnits } from '@vigia/core/kernel';
import { portfolioBody, profitBody } from './contract-body.ts';
import type { Logins } from './logins.ts';
import type { DerivQuirks } from './quirks.ts';
import { statementBody } from './statement.ts';
import { type Body, error, type Reply, type SimulatedApiVersion } from './wire.ts';

export type AccountDeps = {
  readonly clock: Clock;
  readonly book: ContractBook;
  readonly script: FaultScript;
  readonly logins: Logins;
  readonly quirks: Readonly<DerivQuirks>;
  readonly generation: SimulatedApiVersion;
};

type Account = Readonly<BookAccount>;

/** Balance of a demo account, in minor units, below which Deriv adds money. */
const TOP_UP_BELOW_MINOR = 100_000;
const TOP_UP_MINOR = minorUnits(1_000_000);

/** Fields of a row that state the terms of its contract. */
const TERMS = ['contract_type', 'underlying_symbol', 'symbol', 'shortcode', 'longcode'];

export const SIGN_IN_REQUIRED_ERROR = error('AuthorizationRequired', 'Please log in.');

/** Answers the calls about the account of a socket and its open and ended contracts. */
export class AccountCalls {
  readonly #deps: AccountDeps;
  #account: Account | null;

  /** @param account account of the socket; null before the sign-in */
  constructor(deps: AccountDeps, account: Account | null) {
    this.#deps = deps;
    this.#account = account;
  }

  account(): Account | null {
    return this.#account;
  }

  /** Answers with the account's data, or with a refusal if there is no account. */
  signedIn(answer: (account: Account) => Reply): Reply {
    return this.#account ? answer(this.#account) : SIGN_IN_REQUIRED_ERROR;
  }

  authorize({ authorize }: Body): Reply {
    const fault = this.#deps.script.takeLoginFault();
    if (fault?.kind === 'rate_limited') return error('RateLimit', 'You have reached the rate limit for authorize.');
    const account = this.#deps.generation === 'v3' ? this.#deps.logins.ofToken(authorize) : null;
    if (account === null || fault) return error('InvalidToken', 'The token is invalid.');
    this.#account = account;
    const { accountId: loginid, balanceMinor, currency, kind } = account;
    const isVirtual = kind === 'demo' ? 1 : 0;
    const listed = { loginid, is_virtual: isVirtual, currency, account_type: 'binary', is_disabled: 0 };
    return {
      payload: {
        authorize: {
          loginid,
          balance: amountOf(balanceMinor, currency),
          currency,
          is_virtual: isVirtual,
          country: 'es',
          fullname: isVirtual === 1 ? '' : 'Persona Inventada',
          landing_company_name: isVirtual === 1 ? 'virtual' : 'svg',
          landing_company_fullname: 'Deriv',
          user_id: 1,
          email: 'persona@example.com',
          scopes: ['read', 'trade'],
          account_list: [listed],
        },
      },
    };
  }

  /** Answers with the fields that Deriv's own client reads when it signs in. */
  status(): Reply {
    return this.signedIn(({ currency }) => ({
      payload: {
        get_account_status: {
          currency_config: { [currency]: { is_deposit_suspended: 0, is_withdrawal_suspended: 0 } },
          prompt_client_to_authenticate: 0,
          risk_classification: 'low',
          status: ['allow_document_upload', 'crs_tin_information'],
        },
      },
    }));
  }

  /** Pays practice money into a demo account whose balance is low. */
  topUp(): Reply {
    return this.signedIn(({ accountId, kind, currency }) => {
      const { book } = this.#deps;
      if (kind !== 'demo')
        return error('TopupVirtualError', 'Sorry, this feature is available to virtual accounts only');
      if ((book.account(accountId)?.balanceMinor ?? 0) >= TOP_UP_BELOW_MINOR)
        return error('TopupVirtualError', 'You can only request additional funds if your balance is low.');
      book.topUp(accountId, TOP_UP_MINOR);
      return { payload: { topup_virtual: { amount: amountOf(TOP_UP_MINOR, currency), currency } } };
    });
  }

  logout(): Reply {
    this.#account = null;
    return { payload: { logout: 1 } };
  }

  /** Returns the body of the balance message: balance, currency and id of the account. */
  balanceBody(): Body {
    const account = this.#account && this.#deps.book.account(this.#account.accountId);
    if (!account) return { balance: 0, currency: '', loginid: '' };
    const { balanceMinor, currency, accountId } = account;
    return { balance: amountOf(balanceMinor, currency), currency, loginid: accountId };
  }

  portfolio(): Reply {
    return this.signedIn(({ accountId, currency }) => {
      const open = this.#deps.book
        .contractsOf(accountId)
        .filter((one) => one.result === null && this.#deps.script.isListed(one));
      const rows = open.map((one) => portfolioBody(one, currency, this.#deps.generation));
      return { payload: { portfolio: { contracts: rows.map((row) => this.#deps.script.listed(row, TERMS)) } } };
    });
  }

  profitTable(request: Body): Reply {
    return this.signedIn(({ accountId, currency }) => {
      const fromMs = Number(request['date_from'] ?? 0) * 1_000;
      const closed = this.#deps.book
        .contractsOf(accountId)
        .filter((one) => this.#isInTable(one) && one.openedAtMs >= fromMs && this.#deps.script.isListed(one));
      const sorted = request['sort'] === 'ASC' ? closed : closed.toReversed();
      const offset = Number(request['offset'] ?? 0);
      const page = sorted.slice(offset, offset + Number(request['limit'] ?? 50));
      const rows = page.map((one) => profitBody(one, currency, this.#isDescribed(request)));
      const transactions = rows.map((row) => this.#deps.script.listed(row, TERMS));
      return { payload: { profit_table: { count: page.length, transactions } } };
    });
  }

  #isInTable({ result }: Readonly<BookContract>): boolean {
    const { clock, quirks } = this.#deps;
    return result !== null && clock.now() >= result.settledAtMs + quirks.profitTableLateMs;
  }

  statement(request: Body): Reply {
    return this.signedIn(({ accountId }) => {
      const account = this.#deps.book.account(accountId);
      if (!account) return SIGN_IN_REQUIRED_ERROR;
      return {
        payload: statementBody(this.#deps.book.contractsOf(accountId), account, request, this.#isDescribed(request)),
      };
    });
  }

  #isDescribed(request: Body): boolean {
    return this.#deps.quirks.describes === 'always' || request['description'] === 1;
  }

  /** Returns an option contract of this account. Contracts of other accounts are hidden. */
  contract(contractId: string): Readonly<BookContract> | undefined {
    const contract = this.#deps.book.contract(contractId);
    return contract?.accountId === this.#account?.accountId ? contract : undefined;
  }
}
