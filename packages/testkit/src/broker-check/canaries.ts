import type { WireFrame, WireTap } from '@vigia/broker-kit/port';

/** Fake secrets in fields of a broker's messages that no adapter reads. */
export const CANARIES: Readonly<Record<string, string | number>> = {
  password: 'CANARYclave',
  token: 'CANARYtoken',
  access_token: 'CANARYjwt.aaa.bbb',
  ssid_copy: 'CANARYssid',
  cookie: 'session=CANARYcookie',
  email: 'canary.ana@example.com',
  first_name: 'CANARYAna',
  last_name: 'CANARYGarcia',
  nickname: 'CANARYapodo',
  phone: '+34600CANARY',
  address: 'Calle CANARY 7',
  city: 'CANARYciudad',
  postal_index: '28CANARY',
  birthdate: '1990-CANARY',
  ip: '203.0.113.77',
  user_id_copy: 987_650_001,
  account_id_copy: 'CRCANARY1',
  session_id: 'CANARYsid',
  device: 'CANARYdevice',
  tax_id: '12345678CANARY',
  'canary-key@example.com': 1,
};

/** Fake secrets that no recording may contain. */
export const CANARY_TEXTS = ['CANARY', 'canary', '203.0.113.77', '987650001'];

/** Forwards traffic, and adds the fake secrets to every object of every message, to headers and to addresses. */
export const plantFakeSecrets = (tap: WireTap): WireTap => ({
  onExchange: (exchange) =>
    tap.onExchange({
      ...exchange,
      url: `${exchange.url}${exchange.url.includes('?') ? '&' : '?'}session=CANARYurl`,
      requestBody: `${exchange.requestBody}CANARYbody`,
      headers: {
        ...exchange.headers,
        'set-cookie': 'session=CANARYcookie; Path=/',
        'x-user': 'CANARYheader',
        authorization: 'Bearer CANARYbearer',
      },
      body: plantedText(exchange.body),
    }),
  onSocket: (url) => {
    const socket = tap.onSocket(`${url}&session=CANARYurl`);
    return { onFrame: (direction, frame) => socket.onFrame(direction, plantedFrame(frame)) };
  },
});

function plantedFrame(frame: WireFrame): WireFrame {
  if (typeof frame === 'string') return plantedText(frame);
  const text = Buffer.from(frame).toString('latin1');
  const from = text.search(/[[{]/);
  const json = Buffer.from(frame.subarray(Math.max(0, from))).toString('utf8');
  return from < 0 ? frame : Buffer.concat([frame.subarray(0, from), Buffer.from(plantedText(json))]);
}

/** Adds canaries to the JSON at the end of a text. A page without JSON gets a comment and an input. */
function plantedText(text: string): string {
  const from = text.search(/[[{]/);
  const page = text.replace('<body>', '<body><p>CANARYpage</p><input name="canary" value="CANARYinput">');
  if (from < 0) return page;
  try {
    return text.slice(0, from) + JSON.stringify(plantedValue(JSON.parse(text.slice(from))));
  } catch {
    return page;
  }
}

function plantedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plantedValue);
  if (typeof value !== 'object' || value === null || '_placeholder' in value) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plantedValue(field)]));
  return { ...CANARIES, ...fields };
}
