import type {
  BrokerContract,
  BrokerFaultKind,
  BrokerSales,
  RunningContract,
  Sale,
  SaleOffer,
  SaleReply,
  SaleVerdict,
  SentSale,
} from '@vigia/broker-kit/port';
import { type EpochMs, err, minorUnits, ok, type Result } from '@vigia/core/kernel';

/** How the broker handles the next sale. */
export type ScriptedSaleOutcome =
  | 'sell'
  /** The broker buys the contract, but its reply is lost. */
  | 'lose_reply'
  /** The sale never reaches the broker, and no reply reports that. */
  | 'lose_sale'
  /** The broker buys the contract, but its reply waits until the test releases it. */
  | 'hang'
  /** The broker buys the contract, but the adapter throws while it handles the reply. */
  | 'throw'
  | { readonly refuse: BrokerFaultKind };

type Book = {
  now(): EpochMs;
  contract(contractId: string): BrokerContract | null;
  /** Ends a running contract as sold. */
  end(contractId: string, profitMinor: number): void;
};

/** The early sales of a {@link ScriptedBroker}, at one price for every contract. */
export class ScriptedSales implements BrokerSales {
  readonly #book: Book;
  /** Contracts of the sales that were sent to the broker, one entry per send. */
  readonly sent: string[] = [];
  fates: ScriptedSaleOutcome[] = [];
  priceMinor = 1_140;
  offerFault: BrokerFaultKind | null = null;
  /** Quality of the broker's records: late enough to show a sale, too early, or unreadable. */
  records: 'late' | 'early' | 'unreadable' = 'late';
  /** Replaces the next look-up of a sale, if the test sets it. */
  onReconcile: (() => Promise<SaleVerdict>) | null = null;
  #waiting: (() => void)[] = [];

  constructor(book: Book) {
    this.#book = book;
  }

  release(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  async offer({ contractId }: RunningContract): Promise<Result<SaleOffer, { kind: BrokerFaultKind; detail: string }>> {
    if (this.offerFault !== null) return err({ kind: this.offerFault, detail: 'scripted' });
    if (this.#book.contract(contractId)?.result !== null) return err({ kind: 'contract_over', detail: 'ended' });
    return ok({ priceMinor: minorUnits(this.priceMinor), statedAtMs: this.#book.now() });
  }

  async sell({ contract: { contractId }, minPriceMinor, sendDeadlineMs }: Sale): Promise<SaleReply> {
    if (this.#book.now() >= sendDeadlineMs) return refused('network');
    this.sent.push(contractId);
    const fate = this.fates.shift() ?? 'sell';
    if (typeof fate === 'object') return refused(fate.refuse);
    if (fate === 'lose_sale') return { outcome: 'unknown', cause: 'connection_lost' };
    const contract = this.#book.contract(contractId);
    if (contract === null || contract.result !== null) return refused('contract_over');
    if (this.priceMinor < minPriceMinor) return refused('price_moved');
    this.#book.end(contractId, this.priceMinor - contract.stakeMinor);
    if (fate === 'throw') throw new Error('the adapter failed');
    if (fate === 'hang') await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const sold = this.#book.contract(contractId);
    if (fate !== 'sell' || sold === null) return { outcome: 'unknown', cause: 'connection_lost' };
    return { outcome: 'sold', contract: sold };
  }

  async reconcile({ contract }: SentSale): Promise<Result<SaleVerdict, { kind: 'network'; detail: string }>> {
    if (this.onReconcile !== null) return ok(await this.onReconcile());
    if (this.records === 'unreadable') return err({ kind: 'network', detail: 'no answer' });
    const known = this.#book.contract(contract.contractId);
    if (known?.result) return ok({ verdict: 'ended', contract: known });
    return ok({ verdict: this.records === 'late' ? 'running' : 'undecided' });
  }
}

const refused = (kind: BrokerFaultKind): SaleReply => ({ outcome: 'refused', fault: { kind, detail: 'scripted' } });
