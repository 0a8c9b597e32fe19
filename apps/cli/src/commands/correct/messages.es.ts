const OUTCOMES = {
  won: 'ganada',
  lost: 'perdida',
  expired: 'empate (monto devuelto)',
  cancelled: 'anulada (monto devuelto)',
} as const;

export type OutcomeWord = keyof typeof OUTCOMES;

const money = (minor: number): string =>
  new Intl.NumberFormat('es-419', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  }).format(minor / 100);

export const CORRECT_MESSAGES = {
  help: `Corrige el resultado de una operación terminada. Nada se reescribe: se anota un evento con el motivo y un asiento por la
diferencia, y el saldo cambia con él. Pedir el resultado que ya tiene no hace nada. Funciona con el servidor en marcha o parado.

Uso: vigia correct --trade ID --outcome RESULTADO --reason TEXTO

  --trade ID            la operación, como la muestra su detalle
  --outcome RESULTADO   won (ganada), lost (perdida), expired (empate) o cancelled (anulada)
  --reason TEXTO        por qué; queda para siempre en la historia de la operación (hasta 500 caracteres)
`,
  missing: (option: string): string => `Falta la opción «${option}»; «vigia correct --help» explica el comando.`,
  badTrade: (id: string): string =>
    `«${id}» no es el identificador de una operación (un UUID, como lo muestra su detalle).`,
  badOutcome: (outcome: string): string =>
    `El resultado «${outcome}» no existe; los hay: ${Object.keys(OUTCOMES).join(', ')}.`,
  badReason: 'El motivo debe tener entre 1 y 500 caracteres.',
  refusals: {
    trade_unknown: 'No hay ninguna operación con ese identificador.',
    trade_active: 'La operación sigue activa: solo se corrige lo que ya terminó.',
    trade_never_accepted: 'Esa orden nunca fue aceptada: no hay resultado que corregir.',
    trade_sold: 'Esa operación se vendió antes de vencer: no hay resultado que corregir.',
    trade_payout_unknown: 'El bróker nunca dijo el pago de esa operación: no se sabe cuánto ganaría.',
  },
  unchanged: (outcome: OutcomeWord): string => `La operación ya era ${OUTCOMES[outcome]}: no se cambió nada.`,
  done: (before: OutcomeWord, after: OutcomeWord, profitBefore: number, profitAfter: number): string =>
    `Corregida: era ${OUTCOMES[before]} (${money(profitBefore)}) y es ${OUTCOMES[after]} (${money(profitAfter)}). ` +
    `El saldo cambió en ${money(profitAfter - profitBefore)}.`,
} as const;
