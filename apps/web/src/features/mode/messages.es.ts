import type { TradingMode } from '@vigia/core/vocabulary';

type ModeWords = { readonly what: string; readonly submit: string };

/** Texts of each mode: its title and its description. */
export const MODE_WORDS: Readonly<Record<TradingMode, ModeWords>> = {
  mock: { what: 'Dinero simulado de Vigía. Sin bróker: sirve para practicar y probar.', submit: 'Operar en Simulado' },
  iqoption_demo: {
    what: 'La cuenta de práctica de tu conexión con IQ Option: precios y ejecución del bróker, sin dinero tuyo.',
    submit: 'Operar en IQ demo',
  },
  iqoption_real: { what: 'Tu dinero en IQ Option. Cada orden puede perder todo su monto.', submit: 'Pasar a IQ REAL' },
};

export const modeMessages = {
  title: 'Modo',
  text: 'A dónde van tus órdenes desde ahora. Las abiertas siguen donde están.',
  choices: 'Modos',
  now: 'En uso',
  done: (mode: string) => `Ahora operas en ${mode}`,
  refused: 'No se cambió el modo',
} as const;
