import { ArrivalTimes } from '@vigia/broker-kit/orders';
import type { BrokerAccount, BrokerDeps, BrokerFault } from '@vigia/broker-kit/port';
import type { LinkState } from '@vigia/broker-kit/socket';
import { err, type Result } from '@vigia/core/kernel';
import { PAPER_CURRENCY } from '@vigia/core/money';
import { DerivClient, faultOf } from './client.ts';
import type { DerivLimits } from './limits.ts';
import type { AccountSocket } from './login.ts';
import type { ContractAccount } from './mapper.ts';
import { Records } from './records.ts';
import type { Frame } from './wire/frame.ts';
import { moneyRepliesIn } from './wire/money-replies.ts';
import { subscribeBalance } from './wire/requests.ts';

/** The session that owns the lines. A line is the socket of one account at Deriv. */
export interface AccountLineOwner {
  ours(theirs: string): string | null;
  /** Handles the sign-in of a line, when its balance is known. The line counts as open once this call succeeds. */
  signedIn(line: AccountLine): Promise<Result<null, BrokerFault>>;
  onFrame(line: AccountLine, frame: Frame): void;
  onState(line: AccountLine, state: LinkState): void;
  onBalance(): void;
}

/** The socket of one account at Deriv, with its records of orders. */
export class AccountLine {
  readonly client: DerivClient;
  readonly records: Records;
  readonly arrivals: ArrivalTimes;
  readonly #access: AccountSocket;
  readonly #keeper: AccountLineOwner;
  readonly #oddities: BrokerDeps['oddities'];
  #account: BrokerAccount | null = null;

  constructor(access: AccountSocket, keeper: AccountLineOwner, limits: DerivLimits, deps: BrokerDeps) {
    this.#access = access;
    this.#keeper = keeper;
    this.#oddities = deps.oddities;
    const arrivals = new ArrivalTimes(deps.clock);
    this.arrivals = arrivals;
    let isOpen = false;
    this.client = new DerivClient({
      limits,
      deps,
      target: () => access.target(),
      signIn: () => this.#signIn(),
      onFrame: (frame) => this.#onFrame(frame),
      onState: (state) => {
        if (isOpen && state.status !== 'open') arrivals.onDrop();
        isOpen = state.status === 'open';
        keeper.onState(this, state);
      },
    });
    this.records = new Records({ client: this.client, arrivals, owner: () => this.owner, clock: deps.clock });
  }

  /** The account of the line; null before the first sign-in. */
  get account(): BrokerAccount | null {
    return this.#account;
  }

  get owner(): ContractAccount {
    // Before the sign-in no amount arrives, so the placeholder currency is never used.
    const { accountId, currency } = this.#account ?? { accountId: '', currency: PAPER_CURRENCY };
    return { accountId, currency, ours: (theirs) => this.#keeper.ours(theirs) };
  }

  async #signIn(): Promise<Result<null, BrokerFault>> {
    const account = await this.#access.signIn(this.client);
    if (!account.ok) return account;
    this.#account ??= account.value;
    const balance = await this.client.call(subscribeBalance);
    return balance.ok ? this.#keeper.signedIn(this) : err(faultOf(balance.error));
  }

  #onFrame(frame: Frame): void {
    if (frame.msgType === 'balance') this.#onBalance(frame);
    else this.#keeper.onFrame(this, frame);
  }

  #onBalance(frame: Frame): void {
    if (this.#account === null) return;
    const reply = moneyRepliesIn(this.#account.currency).Balance.safeParse(frame.body);
    if (!reply.success) this.#oddities?.unreadable('balance', false);
    if (!reply.success || reply.data.balance.loginid !== this.#account.accountId) return;
    const { balance: balanceMinor, currency } = reply.data.balance;
    if (currency !== this.#account.currency || balanceMinor === this.#account.balanceMinor) return;
    this.#account = { ...this.#account, balanceMinor };
    this.#keeper.onBalance();
  }
}
