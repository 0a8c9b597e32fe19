import type { BrokerWords } from '@vigia/broker-kit/port';

export const IQ_OPTION_WORDS: BrokerWords = {
  site: 'iqoption.com',
  known:
    'No pudimos comprobar si sus condiciones permiten entrar así; podría cerrarte el acceso. No ofrece binarias a particulares en la Unión Europea ni en el Reino Unido.',
};
