import { type BrokerStatusView, type BrokersResponse, type BrokerView, NO_BROKER_STATUS } from '@vigia/contract';
import type { BrokerId } from '@vigia/core/vocabulary';

type StatusChanges = Partial<Omit<BrokerStatusView, 'connection_info'>> & {
  readonly connection_info?: Partial<BrokerStatusView['connection_info']>;
};

/** Returns the state of a broker that the user has never connected. Tests override fields. */
export const statusOf = (broker: BrokerId, { connection_info, ...changes }: StatusChanges = {}): BrokerStatusView => ({
  ...NO_BROKER_STATUS,
  broker,
  ...changes,
  connection_info: { ...NO_BROKER_STATUS.connection_info, ...connection_info },
});

/** Returns the state of a broker with stored credentials, a demo account and a real account. */
export const connectedTo = (broker: BrokerId, changes: StatusChanges = {}): BrokerStatusView =>
  statusOf(broker, {
    connection_status: 'connected',
    current_account_type: 'demo',
    account_info: {
      account_id: 'D1',
      current_balance: 9_412.6,
      currency: 'USD',
      accounts: [
        { id: 'D1', type: 'demo', currency: 'USD', balance: 9_412.6, in_use: true },
        { id: 'R1', type: 'real', currency: 'USD', balance: 250.5, in_use: true },
      ],
    },
    has_valid_credentials: true,
    ...changes,
    connection_info: {
      credential_kind: 'password',
      credential_hint: 'c…@correo.example',
      connected_at: '2026-11-21T09:12:00.000Z',
      expires_at: null,
      clock_offset_ms: 84,
      round_trip_ms: 142,
      oddities: [],
      closed_for_orders: false,
      ...changes.connection_info,
    },
  });

/** Ids of the brokers that this file defines. */
type TestedBroker = keyof typeof LOOKS;

const WORDS = {
  site: 'broker.example',
  known: 'No pudimos comprobar si sus condiciones permiten entrar así.',
  steps: { opener: 'Dónde obtenerlo', list: ['Entra en su sitio.'], warning: null },
} satisfies BrokerView['words'];

const LOOKS = {
  iqoption: { display_name: 'IQ Option', credential_kinds: ['password', 'browser_session'] },
  deriv: { display_name: 'Deriv', credential_kinds: ['api_token'], is_official: true },
  quotex: {
    display_name: 'Quotex',
    credential_kinds: ['password', 'browser_session'],
    forbids_bots: true,
    words: {
      site: 'qxbroker.com',
      known: 'Citado el 26 oct 2023 en github.com/zagmi/qxbroker/issues/19.',
      steps: { opener: 'Cómo copiar tu sesión', list: ['En la consola escribe window.settings.token.'], warning: null },
    },
  },
  olymptrade: { display_name: 'Olymp Trade', credential_kinds: ['browser_session'], is_experimental: true },
} as const satisfies Record<string, Partial<BrokerView>>;

/** Returns a broker in the form in which the server lists it. */
export function brokerOf(id: TestedBroker, status: BrokerStatusView = statusOf(id)): BrokerView {
  const { credential_kinds: kinds, ...look } = LOOKS[id];
  return {
    id,
    name: id,
    auth_type: kinds[0],
    credential_kinds: [...kinds],
    offers_consent: false,
    is_official: false,
    is_experimental: false,
    forbids_bots: false,
    resets_practice: id !== 'olymptrade',
    on_equal_prices: 'tie',
    words: WORDS,
    status,
    ...look,
  };
}

/** Returns the response of `GET /api/v1/multi-broker/brokers`. */
export function brokersResponse(...brokers: readonly BrokerView[]): BrokersResponse {
  const active = brokers.find(({ status }) => status.is_active);
  return {
    success: true,
    message: 'Estado de tus brókeres.',
    ...(active?.status ?? NO_BROKER_STATUS),
    active_broker: active?.id ?? null,
    brokers: [...brokers],
  };
}
