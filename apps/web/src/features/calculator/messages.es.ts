import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { formatCount, formatDecimal, formatTidyMoney } from '#shared/lib/format.ts';
import type { ChoiceKey, KellyChoice, NumberFieldKey, StakingChoice } from './model/fields.ts';

const labels: Readonly<Record<NumberFieldKey | ChoiceKey, string>> = {
  winRate: 'Acierto',
  payout: 'Pago',
  stake: 'Monto por operación',
  capital: 'Capital',
  trades: 'Operaciones por sesión',
  percent: 'Porcentaje del saldo',
  multiplier: 'Multiplicador',
  steps: 'Pasos',
  streak: 'Pérdidas seguidas',
  goal: 'Meta por sesión',
  sessions: 'Sesiones',
  seed: 'Semilla',
  staking: 'Cómo apuestas',
  kelly: 'Cuánto de Kelly',
};

const staking: Readonly<Record<StakingChoice, string>> = { fijo: 'Fijo', porcentaje: 'Porcentaje', kelly: 'Kelly' };
const kelly: Readonly<Record<KellyChoice, string>> = { completo: 'Completo', medio: 'Medio', cuarto: 'Cuarto' };

export const calculatorMessages = {
  title: 'Calculadora',
  text: 'Antes de arriesgar, mira qué dicen tus números. Cambia un dato y todo se recalcula.',
  copyLink: 'Copiar enlace',
  linkCopied: 'Enlace copiado',
  linkCopiedText: 'Quien lo abra verá estos mismos números y este mismo gráfico.',
  linkRefused: 'El navegador no dejó copiar',
  linkRefusedText: 'Copia la dirección de la barra: lleva tus números.',
  inputs: 'Tus números',
  reset: 'Restablecer',
  labels,
  staking,
  kelly,
  nearlyAll: (chance: string) => `más de ${chance}`,
  nearlyNone: (chance: string) => `menos de ${chance}`,
  units: { percent: '%', money: PAPER_CURRENCY, times: '×' },
  faults: {
    not_a_number: 'Escribe un número.',
    too_many_decimals: (decimals: number) =>
      decimals === 0 ? 'Escribe un número entero.' : `Como máximo ${decimals} decimales.`,
    out_of_range: (min: number, max: number) => `Va de ${formatDecimal(min)} a ${formatDecimal(max)}.`,
  },
  stillThe: (fault: string, value: string) => `${fault} Se sigue calculando con ${value}.`,
  address: {
    title: 'El enlace trae datos que no se pueden usar.',
    number: (label: string, raw: string, fault: string, used: string) => `${label} «${raw}»: ${fault} Usamos ${used}.`,
    choice: (label: string, raw: string, used: string) => `${label} «${raw}» no existe. Usamos ${used}.`,
  },
  stakeHint: 'Para la martingala y las rachas; las sesiones apuestan según el saldo.',
  firstStake: (amount: string) => `La primera operación es de ${amount}.`,
  noFirstStake: `No alcanza para una operación de ${formatTidyMoney(1, PAPER_CURRENCY)}.`,
  kellySays: (share: string) => `Kelly completo: ${share} del saldo.`,
  record: {
    loading: 'Leyendo tu historial…',
    failed: 'No pudimos leer tu historial.',
    retry: 'Reintentar',
    none: (purse: string) => `Aún no tienes operaciones cerradas en ${purse}.`,
    own: (purse: string, of: string, interval: string) => `Tu historial en ${purse}: ${of}, ${interval}`,
    use: (rate: string) => `Usar ${rate}`,
  },
  verdict: {
    losing: 'Con estos números se pierde.',
    losingText: (rate: string, payout: string, stake: string, loss: string) =>
      `Con ${rate} de acierto y ${payout} de pago, cada ${stake} pierden ${loss} de media. Ninguna forma de apostar lo cambia, y Kelly sugiere no hacerlo.`,
    even: 'Con estos números no se gana ni se pierde.',
    evenText: 'Estás justo en el equilibrio: a la larga quedas como empezaste.',
    winning: (amount: string, stake: string) => `De media ganas ${amount} por cada ${stake}.`,
    winningText: 'Solo si ese acierto es real: con pocas operaciones, la suerte da cifras así.',
  },
  tiles: {
    label: 'Resultados',
    breakEven: 'Equilibrio',
    yourRate: (rate: string) => `tu acierto: ${rate}`,
    expected: 'Valor esperado',
    perStake: (stake: string) => `por cada ${stake}`,
    inProfit: 'Terminan en ganancia',
    drawn: (count: number, sessions: number) => `calculado; en este sorteo, ${count} de ${sessions}`,
    drawdown: 'Caída máxima típica',
    half: 'la mitad cae todavía más',
    none: '—',
  },
  fan: {
    title: 'Cien sesiones posibles',
    fixed: (trades: number, stake: string) => `Monte Carlo, ${operations(trades)} de ${stake}`,
    share: (trades: number, share: string) => `Monte Carlo, ${operations(trades)} de ${share} del saldo`,
    half: 'mitad central',
    nine: '9 de cada 10',
    median: 'mediana',
    start: (capital: string) => `Saldo inicial ${capital}`,
    axis: 'Operación',
    spoken: (start: string, median: string, low: string, high: string) =>
      `Cien sesiones simuladas desde ${start}: la mediana termina en ${median}, 9 de cada 10 entre ${low} y ${high}.`,
    another: 'Otro sorteo',
    exhausted: (chance: string, count: number) =>
      `Quedarte sin saldo para seguir: ${chance}; en este sorteo, ${count} de 100.`,
    inProfit: (chance: string, count: number) => `Terminar en ganancia: ${chance}; en este sorteo, ${count} de 100.`,
    note: 'Las probabilidades son las calculadas y no cambian; cada sorteo es solo un ejemplo. No es un pronóstico.',
    noKelly: 'Kelly dice que no hay nada que apostar: con estos números cada operación pierde de media.',
    seeFixed: 'Ver con monto fijo',
    tooLittle: 'Tu capital no alcanza para una operación así.',
    tooSmall: `Ese porcentaje de tu capital es menos de ${formatTidyMoney(1, PAPER_CURRENCY)}: ningún bróker lo acepta.`,
  },
  martingale: {
    title: (steps: number) => `Martingala de ${steps === 1 ? '1 paso' : `${steps} pasos`}`,
    badge: 'No recomendada',
    columns: { step: 'Paso', stake: 'Monto', spent: 'Acumulado', reached: 'Llegas aquí' },
    lost: 'Pierdes todo',
    inSession: (trades: number, chance: string) =>
      `En ${operations(trades)} hay ${chance} de probabilidad de perder la escalera entera al menos una vez.`,
    sameExpectation: (perUnit: string) =>
      `No cambia lo esperado: sigue siendo ${perUnit} por cada ${formatTidyMoney(1, PAPER_CURRENCY)} apostado.`,
    beyond: (atRisk: string, capital: string) => `Pide ${atRisk} y tu capital es ${capital}: no llegas al último paso.`,
  },
  streak: {
    title: 'Rachas que debes esperar',
    text: (length: number, trades: number) =>
      `de probabilidad de ver ${length} o más pérdidas seguidas en ${operations(trades)}, sin que nada esté mal.`,
    columns: { length: 'Racha de', chance: 'Probabilidad', cost: 'Con monto fijo' },
    martingale: (length: number, multiplier: string) => `${length} seguidas con martingala ×${multiplier}`,
    kelly: 'Kelly completo · medio · cuarto',
  },
  payouts: {
    title: 'Según el pago',
    columns: { payout: 'Pago', breakEven: 'Equilibrio', expected: (stake: string) => `Por cada ${stake}` },
    own: 'tu pago',
  },
  plan: {
    title: 'Plan compuesto',
    columns: { session: 'Sesión', wished: 'Si se cumple', expected: 'De media', typical: 'Lo típico' },
    needed: 'Acierto que necesitas',
    impossible: 'Imposible: ni acertándolas todas',
    yours: (rate: string) => `tienes ${rate}`,
    missing: (rate: string) => `La meta pide ${rate} de acierto. Con tus números, el plan no se cumple de media.`,
    reached: 'Con tus números, la meta se cumple de media. La mitad de las veces se queda en lo típico o menos.',
    cannot: 'Ni acertando todas las operaciones se llega a esa meta con este monto.',
    assumes: (share: string) => `Reinviertes siempre ${share} del saldo en cada operación.`,
    nothing:
      'Sin apuesta no hay plan: Kelly sugiere no operar con estos números. Cambia tu acierto o el pago, o apuesta un monto fijo.',
    beyond: (amount: string) => `más de ${amount}`,
  },
} as const;

function operations(count: number): string {
  return count === 1 ? '1 operación' : `${formatCount(count)} operaciones`;
}
