import { formatCount, formatPercent } from '#shared/lib/format.ts';

/** Texts of the gate between the rules of a setup or strategy and real money. */
export const graduationMessages = {
  loading: 'Consultando qué falta…',
  failed: 'No pudimos consultar qué falta.',
  open: (account: string) =>
    `No le falta nada: puede pasar a ${account}. Lo decides tú, y se cierra solo si deja de cumplirse.`,
  isReal: (account: string) =>
    `Opera con dinero real en ${account}. Si algo de esto deja de cumplirse vuelve sola a la demo.`,
  closing: 'Ahora no envía órdenes con dinero real, porque:',
  toReal: (account: string) => `Pasar a ${account}`,
  dialogTitle: (name: string) => `${name} operará sola con dinero real`,
  dialogText: (account: string) =>
    `Sus órdenes irán a ${account} sin preguntarte. Cada una comprueba antes la evidencia, tus límites y tu segundo factor.`,
  terms: (phrase: string) => `Escribe también: ${phrase}`,
  termsHint: (broker: string) =>
    `No pudimos comprobar si ${broker} permite los bots. Léelo en sus términos: si los prohíbe, puede cerrar tu cuenta y quedarse tus ganancias.`,
  done: (name: string, account: string) => `${name} opera ahora en ${account}`,
  gaps: {
    on_paper: 'Opera en Simulado: pásala primero a la demo del bróker en el que quieras dinero real.',
    bots_forbidden: 'Este bróker prohíbe los bots: la automatización real queda cerrada.',
    payout_unstated:
      'Este bróker no dice cuánto paga antes de aceptar cada orden: la automatización real queda cerrada.',
    martingale: 'Usa una martingala: nunca opera con dinero real.',
    days: (passed: number, needed: number) => `Van ${passed} de ${needed} días desde su primera operación en la demo.`,
  },
  verdict: {
    none: 'Con esta versión de las reglas no operó todavía en la demo de este bróker.',
    demo: (bets: number, held: string, limit: string) =>
      `En la demo, con estas reglas: ${count(bets)}; 1 $ a su favor vale ${held} y hace falta llegar a ${limit}.`,
    demo_and_real: (bets: number, held: string, limit: string) =>
      `Con lo perdido en real la evidencia bajó: ${count(bets)}; 1 $ a su favor vale ${held} y hace falta llegar a ${limit}.`,
    rate: (rate: number, breakEven: number) =>
      `Acierta ${formatPercent(rate)} y con lo que pagó el bróker empata con ${formatPercent(breakEven)}.`,
    more: (bets: number, rate: number) =>
      `Si acierta ${formatPercent(rate)}, necesita unas ${formatCount(bets)} operaciones más.`,
    never: (rate: number) => `Con un acierto de ${formatPercent(rate)} no llega.`,
    waits: 'Falta el resultado de la operación abierta, que hasta entonces cuenta como perdida.',
  },
} as const;

function count(bets: number): string {
  return bets === 1 ? '1 apuesta decidida' : `${formatCount(bets)} apuestas decididas`;
}
