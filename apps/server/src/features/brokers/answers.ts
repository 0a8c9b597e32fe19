import { stakeLimitsIn } from '@vigia/broker-kit/money';
import type { Broker, BrokerAsset, BrokerTexts } from '@vigia/broker-kit/port';
import { type BrokerAssetView, type BrokerStatusView, type BrokerView, NO_BROKER_STATUS } from '@vigia/contract';
import { type Currency, formatMinor } from '@vigia/core/money';

/**
 * Converts a broker and the user's status there to the shape of the API.
 * @param offersConsent whether users of this installation can sign in on the broker's own page
 */
export const toBrokerView = ({ id, traits }: Broker, status: BrokerStatusView, offersConsent: boolean): BrokerView => ({
  id,
  name: id,
  display_name: traits.displayName,
  auth_type: traits.credentialKinds[0],
  credential_kinds: [...traits.credentialKinds],
  offers_consent: offersConsent,
  is_official: traits.isOfficial,
  is_experimental: traits.isExperimental,
  forbids_bots: traits.forbidsBots,
  resets_practice: traits.resetsPractice === true,
  on_equal_prices: traits.onEqualPrices,
  words: toWordsView(traits.words),
  status,
});

const toWordsView = ({ site, known, steps }: BrokerTexts): BrokerView['words'] => ({
  site,
  known,
  steps: steps ? { opener: steps.opener, list: [...steps.list], warning: steps.warning ?? null } : null,
});

/**
 * Converts an asset of a broker to the shape of the API.
 * @param currency currency of the chosen account, for the stake limits; null without an account
 */
export const toAssetView = (asset: BrokerAsset, currency: Currency | null): BrokerAssetView => ({
  symbol: asset.symbol,
  name: asset.name,
  type: asset.type,
  decimals: asset.decimals,
  is_open: asset.isOpen,
  durations_s: [...asset.durationsS],
  payout: asset.payoutRatio,
  ...stakeLimitsView(asset, currency),
});

function stakeLimitsView(asset: BrokerAsset, currency: Currency | null) {
  if (currency === null) return { min_trade_amount: null, max_trade_amount: null };
  const { minStakeMinor, maxStakeMinor } = stakeLimitsIn(asset, currency);
  return {
    min_trade_amount: minStakeMinor && formatMinor(minStakeMinor, currency),
    max_trade_amount: maxStakeMinor && formatMinor(maxStakeMinor, currency),
  };
}

/**
 * Returns the status of the active broker (that of the chosen account), for the top level of a response about all
 * brokers; NO_BROKER_STATUS if no broker is active.
 */
export const activeBrokerStatus = (statuses: readonly BrokerStatusView[]): BrokerStatusView =>
  statuses.find((status) => status.is_active) ?? NO_BROKER_STATUS;

const STATUS_SENTENCES: Readonly<Record<BrokerStatusView['connection_status'], (name: string) => string>> = {
  connected: (name) => `Conectado a ${name}.`,
  connecting: (name) => `Conectando con ${name}…`,
  disconnected: (name) => `Sin conexión con ${name}.`,
  error: (name) => `La conexión con ${name} falló.`,
};

export const statusSentence = ({ traits }: Broker, { connection_status: status }: BrokerStatusView): string =>
  STATUS_SENTENCES[status](traits.displayName);
