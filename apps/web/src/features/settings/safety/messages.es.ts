import type { AccountSafety } from '@vigia/contract';
import type { SelfExclusionPeriod } from '@vigia/core/vocabulary';

type Obstacle = AccountSafety['obstacles'][number];

/** What is missing for real money, and what to do about it. */
export const OBSTACLE_WORDS: Readonly<Record<Obstacle, string>> = {
  anonymous_not_allowed: 'Crea tu cuenta: la demo es anónima y solo opera en simulado.',
  self_excluded: 'Te autoexcluiste: hasta que termine no puedes operar con dinero real.',
  declaration_missing: 'Declara aquí abajo que eres mayor de edad y tu país de residencia.',
  underage: 'Declaraste que no eres mayor de edad: el dinero real no está disponible.',
  country_banned: 'En tu país está prohibido vender opciones binarias a particulares.',
  insufficient_aal: 'Entra con tu segundo factor; si aún no lo tienes, actívalo en Seguridad.',
  daily_loss_limit_missing: 'Fija tu límite de pérdida diaria.',
  mode_unavailable: 'Conecta un bróker con cuenta real.',
};

export const PERIOD_WORDS: Readonly<Record<SelfExclusionPeriod, string>> = {
  '24h': '24 horas',
  '7d': '7 días',
  '30d': '30 días',
  forever: 'Para siempre',
};

export const safetyMessages = {
  needsAccount:
    'La demo opera solo con dinero simulado. Con una cuenta puedes declarar tu país y, si lo necesitas, cerrarte el dinero real.',
  ready: 'No falta nada: tu cuenta cumple lo necesario para operar con dinero real.',
  missing: 'Para operar con dinero real falta:',
  declaration: {
    title: 'Declaración',
    text: 'Vale como declaración tuya y la guardamos con su fecha.',
    madeOn: (day: string) => `La hiciste el ${day}.`,
    adult: 'Soy mayor de edad en mi país de residencia',
    country: 'País de residencia',
    choose: 'Elige tu país',
    countryMissing: 'Elige tu país de residencia.',
    submit: 'Guardar declaración',
    saved: 'Declaración guardada',
  },
  ban: {
    title: (country: string) => `Dinero real no disponible en ${country}`,
    text: (authority: string, since: string) =>
      `${authority} prohíbe desde el ${since} vender opciones binarias a particulares. Puedes seguir en simulado.`,
    source: (source: string) => `Fuente: ${source}`,
    yourCountry: 'tu país',
  },
  exclusion: {
    title: 'Autoexclusión',
    text: 'Cierra el dinero real en todas partes: órdenes tuyas, estrategias y bots. El simulado sigue abierto.',
    help: 'Si operar dejó de ser una decisión tuya, habla con alguien de confianza o con un servicio de ayuda al juego de tu país.',
    until: (moment: string) => `Estás autoexcluido hasta el ${moment}.`,
    forever: 'Estás autoexcluido para siempre.',
    longer: 'Puedes alargarla, nunca acortarla.',
    period: 'Por cuánto tiempo',
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
