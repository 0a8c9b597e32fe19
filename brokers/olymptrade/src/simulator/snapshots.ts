import type { ContractBook, SimulatedMarket } from '@vigia/broker-kit/simulator';
import type { Clock } from '@vigia/core/kernel';
import { PAPER_CURRENCY } from '@vigia/core/money';
import type { OlympTradeQuirks } from './quirks.ts';
import { balanceRows, FOREX_LIMITS, fixedTimeLimits, instrumentRow, pairRow, sentimentRow } from './rows.ts';
import type { OutgoingMessage } from './wire.ts';

export type SnapshotSources = {
  readonly clock: Clock;
  readonly market: SimulatedMarket;
  readonly book: ContractBook;
  readonly quirks: Readonly<OlympTradeQuirks>;
};

/** Returns the message that the broker sends to a new subscriber of an event code; null if it sends none. */
export function snapshotOf(
  e: number,
  { clock, market, book, quirks }: SnapshotSources,
  loginId: string,
): OutgoingMessage | null {
  const ts = Math.floor(clock.now() / 1_000);
  const assets = market.assets();
  switch (e) {
    case 55:
      return { d: balanceRows(book.accountsOf(loginId), quirks), e, t: 1 };
    case 70:
      if (!quirks.hasPairs) return null;
      return {
        d: assets.map((asset) => pairRow(asset, book.accountsOf(loginId)[0]?.currency ?? PAPER_CURRENCY)),
        e,
        t: 1,
      };
    case 75:
      return { d: fixedTimeLimits(assets), e, t: 1, ts };
    case 110:
      return { d: [{ id: Number(loginId), email_confirmed: true }], e, ts };
    case 111:
      return { d: [{ count: 2_777 }], e };
    case 112:
      return { d: [], e };
    case 602:
      return { d: [0], e, t: 1 };
    case 1054:
      return { d: assets.filter(({ spec }) => spec.type !== 'stocks').map(instrumentRow), e, t: 1 };
    case 2223:
      return { d: assets.filter(({ spec }) => spec.type === 'stocks').map(instrumentRow), e, t: 1 };
    case 1055:
      return { d: FOREX_LIMITS, e, t: 1, ts };
    case 1097:
      return { d: assets.map(sentimentRow), e, t: 1, ts };
    case 1301:
    case 2301:
      return { d: [{ rev: 0, pairs: [] }], e, t: 1, ts };
    default:
      return null;
  }
}
