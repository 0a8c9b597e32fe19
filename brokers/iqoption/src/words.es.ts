import type { BrokerTexts } from '@vigia/broker-kit/port';

export const IQ_OPTION_WORDS: BrokerTexts = {
  site: 'iqoption.com',
  known:
    'No pudimos comprobar si sus condiciones permiten entrar así; podría cerrarte el acceso. No ofrece binarias a particulares en la Unión Europea ni en el Reino Unido.',
  steps: {
    opener: 'Cómo copiar tu sesión',
    list: [
      'En este mismo navegador entra en iqoption.com y pasa allí la comprobación o el código que te pida.',
      'Pulsa F12 y abre Aplicación (Application) → Cookies → https://iqoption.com.',
      'Copia el valor de ssid. Deja de valer si cierras la sesión allí; entonces se copia de nuevo.',
    ],
    warning: 'Quien tenga este dato entra en tu cuenta sin contraseña. No lo pegues en ningún otro sitio.',
  },
};
