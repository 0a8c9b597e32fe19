import type { RealMoneyObstacle } from '@vigia/core/vocabulary';

/** Texts of an unmet condition: an explanation, and the label of the link to the page on which the user can meet it. */
type MissingTexts = { readonly text: (currency: string) => string; readonly link: string };

export const MISSING_CONDITION_WORDS: Readonly<Record<RealMoneyObstacle, MissingTexts>> = {
  anonymous_not_allowed: { text: () => 'La demo es anónima y opera solo en Simulado.', link: 'Crea tu cuenta' },
  self_excluded: { text: () => 'Te autoexcluiste del dinero real.', link: 'Ver hasta cuándo' },
  login_excluded: { text: () => 'Esa cuenta de bróker está autoexcluida del dinero real.', link: 'Ir a Conexiones' },
  declaration_missing: {
    text: () => 'Falta declarar que eres mayor de edad y tu país de residencia.',
    link: 'Hacer la declaración',
  },
  underage: { text: () => 'Declaraste que eres menor de edad.', link: 'Ver tu declaración' },
  country_banned: {
    text: () => 'En tu país no se pueden vender opciones binarias a particulares.',
    link: 'Ver quién lo prohíbe',
  },
  insufficient_aal: { text: () => 'En esta sesión no entraste con tu segundo factor.', link: 'Ver tu segundo factor' },
  security_wait: { text: () => 'El dinero real espera tras un cambio de seguridad.', link: 'Ver hasta cuándo' },
  daily_loss_limit_missing: {
    text: (currency) => `Falta tu límite de pérdida diaria en ${currency}.`,
    link: 'Fijar el límite',
  },
  mode_unavailable: { text: () => 'No hay una conexión con el bróker que funcione.', link: 'Ir a Conexiones' },
};

export const realMoneyMessages = {
  missing: 'Qué falta',
  allMet: 'Cumples las condiciones.',
  checking: 'Consultando las condiciones…',
  unknown: 'No pudimos consultar las condiciones. El servidor decide al cambiar.',
  risk: {
    title: 'Aviso de riesgo.',
    text: 'En una opción binaria puedes perder en minutos todo lo que arriesgas. Arriesga solo lo que puedas perder.',
  },
  phrase: (phrase: string) => `Escribe ${phrase}`,
  wait: {
    title: 'El dinero real espera',
    text: (when: string, why: string) =>
      `El dinero real espera hasta ${when}, porque ${why}. Simulado y demos siguen abiertos.`,
  },
  ban: {
    title: (country: string) => `Dinero real no disponible en ${country}`,
    text: (authority: string, since: string) =>
      `${banned(authority)} desde el ${since} vender opciones binarias a particulares. Simulado y demos siguen abiertos.`,
    source: (source: string) => `Fuente: ${source}`,
    line: (country: string, authority: string) =>
      `En ${country} no hay dinero real: ${banned(authority, 'la')} la venta a particulares.`,
    more: 'Ver la prohibición',
  },
} as const;

/**
 * Returns `La CNMV prohíbe` or `Finanstilsynet prohíbe`. Abbreviations of authorities have an article, names have none.
 */
function banned(authority: string, article = 'La'): string {
  const subject = /^[A-Z]+\b/.test(authority) ? `${article} ${authority}` : authority;
  return `${subject} ${authority.includes(' y ') ? 'prohíben' : 'prohíbe'}`;
}
