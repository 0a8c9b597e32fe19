import type { BrokerTexts } from '@vigia/broker-kit/port';

export const DERIV_WORDS: BrokerTexts = {
  site: 'deriv.com',
  known: 'La ofrece también para bots.',
  steps: {
    opener: 'Dónde obtenerlo',
    list: [
      'Entra en developers.deriv.com con tu cuenta de Deriv.',
      'En Dashboard registra una aplicación de tipo PAT: ahí está su App ID.',
      'En API tokens crea un token con el permiso Trade y cópialo: se muestra una sola vez.',
      '¿Tienes un token de la API anterior (v3)? También sirve, con su App ID de solo números y los permisos Read y Trade.',
    ],
  },
};
