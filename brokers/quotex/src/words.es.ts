import type { BrokerTexts } from '@vigia/broker-kit/port';

export const QUOTEX_WORDS: BrokerTexts = {
  site: 'qxbroker.com',
  known:
    'Su soporte respondió a un usuario que, si los usas, bloquea la cuenta sin dejar retirar fondos (citado el 26 oct 2023 en github.com/zagmi/qxbroker/issues/19).',
  steps: {
    opener: 'Cómo copiar tu sesión',
    list: [
      'En este mismo navegador entra en qxbroker.com y abre la pantalla de operar.',
      'Pulsa F12, abre Consola (Console), escribe window.settings.token y copia lo que aparece: es el token.',
      'Abre Red (Network), recarga la página, elige la primera petición (trade) y copia de sus cabeceras el valor de Cookie.',
      'Si copias desde otro navegador o equipo, copia también su User-Agent: la sesión solo vale con él.',
    ],
    warning: 'Quien tenga estos datos entra en tu cuenta sin contraseña. No los pegues en ningún otro sitio.',
  },
};

/** Reason why running trades cannot be sold: no source shows the price of a sale (docs/spec/brokers/quotex.md). */
export const QUOTEX_NO_SALE = 'Quotex no dice de antemano por cuánto la compraría';
