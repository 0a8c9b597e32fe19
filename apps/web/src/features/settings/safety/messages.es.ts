import type { SelfExclusionPeriod } from '@vigia/core/vocabulary';

export const PERIOD_WORDS: Readonly<Record<SelfExclusionPeriod, string>> = {
  '24h': '24 horas',
  '7d': '7 días',
  '30d': '30 días',
  forever: 'Para siempre',
};

export const safetyMessages = {
  needsAccount:
    'La demo opera solo con dinero simulado. Con una cuenta puedes declarar tu país y, si lo necesitas, cerrarte el dinero real.',
  realMoney: {
    title: 'Dinero real',
    text: 'Antes de operar con dinero real en un bróker se piden todas estas condiciones:',
    met: 'Cumplido:',
    open: 'Pendiente:',
    declaration: 'Declarar que eres mayor de edad y tu país de residencia.',
    /** The texts before and after a link to the page on which the user can meet the condition. */
    factor: { before: 'Entrar con tu ', link: 'segundo factor', after: '.' },
    lossLimit: {
      before: 'Fijar tu ',
      link: 'límite de pérdida diaria',
      after: (currency: string) => ` en ${currency}.`,
    },
    connection: { before: 'Tener una conexión con un bróker que funcione, en ', link: 'Conexiones', after: '.' },
  },
  underage: {
    title: 'Declaraste que eres menor de edad',
    text: 'Con esa declaración el dinero real no estará disponible. Puedes seguir en simulado.',
  },
  declaration: {
    title: 'Declaración',
    text: 'Vale como declaración tuya y la guardamos con su fecha.',
    madeOn: (day: string) => `La hiciste el ${day}.`,
    age: '¿Eres mayor de edad en tu país de residencia?',
    adult: 'Soy mayor de edad',
    minor: 'Soy menor de edad',
    ageMissing: 'Responde si eres mayor o menor de edad.',
    country: 'País de residencia',
    choose: 'Elige tu país',
    countryMissing: 'Elige tu país de residencia.',
    submit: 'Guardar declaración',
    saved: 'Declaración guardada',
    waits: 'Declaración guardada: espera 24 horas',
    waiting: (when: string, country: string, isAdult: boolean) =>
      `Desde ${when}: ${country}, ${isAdult ? 'mayor de edad' : 'menor de edad'}. Abre el dinero real, por eso espera 24 horas.`,
    cancel: 'Cancelar cambio',
    cancelled: 'Cambio cancelado',
  },
  exclusion: {
    title: 'Autoexclusión',
    text: 'Cierra el dinero real de Vigía en todas partes, también en otras cuentas tuyas que reconozcamos y para quien use tus accesos de bróker. La práctica sigue abierta.',
    atBroker: 'Vigía no puede autoexcluirte en la web de tu bróker: pídelo también allí.',
    help: 'Si operar dejó de ser una decisión tuya, habla con alguien de confianza o con un servicio de ayuda al juego de tu país.',
    until: (moment: string) => `Autoexclusión en curso hasta el ${moment}.`,
    forever: 'Autoexclusión en curso, sin fecha de fin.',
    longer: 'Puedes alargarla, nunca acortarla.',
    tooShort: 'Los plazos que terminarían antes de la autoexclusión en curso no se pueden elegir.',
    shorter: (state: string) => `${state} No se puede acortar.`,
    period: 'Por cuánto tiempo',
    periodMissing: 'Elige por cuánto tiempo.',
    submit: 'Autoexcluirme',
    done: 'Autoexclusión activada',
    confirm: {
      title: (period: string) => `Autoexclusión: ${period.toLowerCase()}`,
      text: 'Empieza ahora. Ni tú ni nosotros podremos acortarla o deshacerla antes de que termine.',
      foreverText: 'Empieza ahora y no termina nunca. Ni tú ni nosotros podremos deshacerla.',
      understood: 'Entiendo que no se puede acortar ni deshacer',
      submit: 'Autoexcluirme ahora',
    },
  },
} as const;
