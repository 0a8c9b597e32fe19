import { settingsMessages as words } from './messages.es.ts';

/** Sections in page order. `id` is the URL hash. */
export const SECTIONS = [
  { id: 'apariencia', title: words.appearance },
  { id: 'avisos', title: words.sounds },
  { id: 'grafico', title: words.chartAndTime },
  { id: 'limites', title: words.limits },
  { id: 'cuenta-simulada', title: words.paperAccount },
  { id: 'seguridad', title: words.security },
  { id: 'sesiones', title: words.sessions },
  { id: 'tokens', title: words.botTokens },
  { id: 'actividad', title: words.activity },
  { id: 'dinero-real', title: words.safety },
  { id: 'datos', title: words.yourData },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];
