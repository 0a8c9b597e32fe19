import { amountOf, type BookAccount, type BookContract, type MarketAsset } from '@vigia/broker-kit/simulator';

/** Converts `EURUSD-OTC` to the broker's `EURUSD_otc`. */
const wireSymbol = (symbol: string): string => symbol.replace(/-OTC$/, '_otc');
export const ourSymbol = (asset: string): string => asset.replace(/_otc$/, '-OTC');

const TYPES = {
  forex: 'currency',
  crypto: 'cryptocurrency',
  commodities: 'commodity',
  indices: 'index',
  stocks: 'stock',
};
const DURATIONS_S = [5, 10, 15, 30, 60, 120, 180, 300, 600, 900, 1800, 3600, 14_400];

const percent = (ratio: number): number => Math.round(ratio * 10_000) / 100;
const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Returns a row of `instruments/list`. The meaning of the columns between the known columns is unknown. */
export function instrumentRow(asset: Readonly<MarketAsset>, index: number): readonly unknown[] {
  const payout = percent(asset.payoutRatio);
  const head = [
    index + 1,
    wireSymbol(asset.symbol),
    asset.spec.name,
    TYPES[asset.spec.type],
    asset.spec.decimals,
    payout,
  ];
  const middle = [60, 30, 3, asset.symbol.endsWith('-OTC') ? 1 : 0, 0, 0, DURATIONS_S, null];
  const board = [asset.isOpen, DURATIONS_S.map((time) => ({ time })), 0, 0];
  return [...head, ...middle, ...board, payout, payout, payout, payout, 0, 0, 0, 0, 0, 0, 0];
}

export function balancesMessage(accounts: readonly Readonly<BookAccount>[]) {
  const of = (kind: string) => {
    const account = accounts.find((one) => one.kind === kind);
    return account ? amountOf(account.balanceMinor, account.currency) : 0;
  };
  return { liveBalance: of('real'), demoBalance: of('demo') };
}

/** Returns the number of a login. Its demo account is `<number>-demo`. */
const profileId = (accounts: readonly Readonly<BookAccount>[]): number =>
  Number.parseInt(accounts.at(0)?.accountId ?? '0', 10);

export const profile = (loginId: string, accounts: readonly Readonly<BookAccount>[]) => ({
  id: profileId(accounts),
  nickname: loginId,
  ...balancesMessage(accounts),
  currencyCode: accounts.at(0)?.currency ?? 'USD',
  currencySymbol: '$',
  countryName: 'Mexico',
  timeOffset: -21_600,
});

/** Names of the fields with the terms of a listed order. */
export const TERMS = ['asset', 'command', 'amount'];

/**
 * Returns an order in the form of acknowledgements, lists and history. `requestId` is the number that the client sent.
 */
export function deal(contract: Readonly<BookContract>, account: Readonly<BookAccount>) {
  const { result, stakeMinor, payoutRatio } = contract;
  return {
    id: contract.contractId,
    requestId: Number(contract.tag),
    asset: wireSymbol(contract.symbol),
    amount: amountOf(stakeMinor, account.currency),
    command: contract.direction === 'CALL' ? 0 : 1,
    openPrice: contract.entryPrice,
    closePrice: result?.settlePrice ?? 0,
    profit: amountOf(result?.profitMinor ?? Math.round(stakeMinor * payoutRatio), account.currency),
    percentProfit: percent(payoutRatio),
    openTimestamp: seconds(contract.openedAtMs),
    closeTimestamp: seconds(contract.expiryMs),
    isDemo: account.kind === 'demo' ? 1 : 0,
    uid: Number.parseInt(account.accountId, 10),
  };
}

/**
 * Returns a row of the history in its other form: with `ticket` as id and `profitAmount` as result, net of the stake.
 */
export function ticket(contract: Readonly<BookContract>, account: Readonly<BookAccount>) {
  const { id, asset, amount, openPrice, closePrice, profit, openTimestamp, closeTimestamp } = deal(contract, account);
  const command = contract.direction === 'CALL' ? 'call' : 'put';
  return {
    ticket: id,
    asset,
    amount,
    command,
    openPrice,
    closePrice,
    profitAmount: profit,
    openTimestamp,
    closeTimestamp,
  };
}
