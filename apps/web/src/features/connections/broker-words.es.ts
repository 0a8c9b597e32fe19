import type { BrokerId } from '@vigia/core/vocabulary';

/** What a person does, in order, to get what the form asks for. */
type Steps = { readonly opener: string; readonly list: readonly string[]; readonly warning?: string };

type BrokerWords = {
  /** Where its own site is, as a person reads it. */
  readonly site: string;
  /** What is known of this one beyond what its traits say, and from where. */
  readonly known: string;
  /** How to come by what the form asks for, where it is not simply an address and a password. */
  readonly steps?: Steps;
};

/** Each broker as it is, said before anybody trusts it with a password. */
export const BROKER_WORDS: Readonly<Record<BrokerId, BrokerWords>> = {
  deriv: {
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
  },
  iqoption: {
    site: 'iqoption.com',
    known:
      'No pudimos comprobar si sus condiciones permiten entrar así; podría cerrarte el acceso. No ofrece binarias a particulares en la Unión Europea ni en el Reino Unido.',
  },
  quotex: {
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
  },
  olymptrade: {
    site: 'olymptrade.com',
    known: 'No pudimos comprobar si sus condiciones permiten entrar así; podría cerrarte el acceso.',
    steps: {
      opener: 'Cómo copiar tu sesión',
      list: [
        'En este mismo navegador entra en olymptrade.com.',
        'Pulsa F12 y abre Aplicación (Application) → Cookies → https://olymptrade.com.',
        'Copia el valor de access_token. Caduca a los pocos días; entonces se copia de nuevo.',
      ],
      warning: 'Quien tenga este dato entra en tu cuenta sin contraseña. No lo pegues en ningún otro sitio.',
    },
  },
};
