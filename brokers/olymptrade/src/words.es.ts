import type { BrokerTexts } from '@vigia/broker-kit/port';

export const OLYMP_TRADE_WORDS: BrokerTexts = {
  site: 'olymptrade.com',
  known:
    'Solo puedes entrar con la sesión de tu navegador: con correo y contraseña su página pide una verificación que Vigía no puede responder. No pudimos comprobar si sus condiciones permiten entrar así; podría cerrarte el acceso.',
  steps: {
    opener: 'Cómo copiar tu sesión',
    list: [
      'En este mismo navegador entra en olymptrade.com.',
      'Pulsa F12 y abre Aplicación (Application) → Cookies → https://olymptrade.com.',
      'Copia el valor de access_token. Caduca a las 48 horas más o menos: Vigía avisa antes, y se copia de nuevo.',
    ],
    warning: 'Quien tenga este dato entra en tu cuenta sin contraseña. No lo pegues en ningún otro sitio.',
  },
};

/**
 * Reason why running trades cannot be sold: no source shows the request for a sale (docs/spec/brokers/olymptrade.md).
 */
export const OLYMP_TRADE_NO_SALE = 'no se sabe cómo se le pide a Olymp Trade';
