import type { WinRateCard } from '@vigia/core/statistics';
import type { Verdict } from '@vigia/core/vocabulary';
import type { ReplaySummary, SignalSummary } from './summary.ts';

const LOCALE = 'es-419';
const LABEL_WIDTH = 13;

const count = new Intl.NumberFormat(LOCALE);
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const stakes = new Intl.NumberFormat(LOCALE, {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
  signDisplay: 'exceptZero',
});
const stakesLost = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const date = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

const VERDICTS: Readonly<Record<Verdict, string>> = {
  above: 'por encima del equilibrio',
  below: 'por debajo del equilibrio',
  indistinguishable: 'no se distingue del azar',
  short_sample: 'muestra demasiado corta para decir algo',
};

const plural = (amount: number, one: string, many: string): string =>
  `${count.format(amount)} ${amount === 1 ? one : many}`;

const line = (label: string, text: string): string => `${label.padEnd(LABEL_WIDTH)}${text}`;

const moment = (epochSeconds: number): string => date.format(epochSeconds * 1_000);

function period({ from, to }: SignalSummary): string {
  return from === null || to === null ? 'ninguna vela cerrada' : `${moment(from)} – ${moment(to)} UTC`;
}

function zones({ zones: total, zoneStates: { live, spent, invalidated, expired } }: ReplaySummary): string {
  const states = [
    plural(spent, 'gastada', 'gastadas'),
    plural(invalidated, 'invalidada', 'invalidadas'),
    plural(expired, 'vencida', 'vencidas'),
    plural(live, 'viva', 'vivas'),
  ];
  return `${count.format(total)} (${states.join(', ')})`;
}

function signals({ signals: total, outcomes: { won, lost, tie, void: voided, pending } }: SignalSummary): string {
  const outcomes = [
    plural(won, 'ganada', 'ganadas'),
    plural(lost, 'perdida', 'perdidas'),
    plural(tie, 'empate', 'empates'),
    plural(voided, 'nula', 'nulas'),
    plural(pending, 'pendiente', 'pendientes'),
  ];
  return `${count.format(total)} (${outcomes.join(', ')})`;
}

function winRate(card: WinRateCard): string {
  if (card.kind === 'undecided') return 'ninguna señal decidida';
  const { rate, decided, interval } = card;
  const bounds = `${percent.format(interval.low)} – ${percent.format(interval.high)}`;
  return `${percent.format(rate)} de ${plural(decided, 'decidida', 'decididas')} (intervalo de Wilson al 95%: ${bounds})`;
}

function breakEven({ breakEven: rate, payoutRatio, payoutIsAssumed }: SignalSummary): string {
  const origin = payoutIsAssumed ? ' supuesto; --payout indica el real' : '';
  return `${percent.format(rate)} con un pago del ${percent.format(payoutRatio)}${origin}`;
}

const expectancy = (stakesPerSignal: number | null): string =>
  stakesPerSignal === null ? 'sin señales decididas' : `${stakes.format(stakesPerSignal)} apuestas por señal`;

const drawdown = ({ maxDrawdown, longestLosingStreak }: SignalSummary): string =>
  `caída máxima de ${stakesLost.format(maxDrawdown)} apuestas, ${plural(longestLosingStreak, 'pérdida seguida', 'pérdidas seguidas')} como mucho`;

const luck = (pValue: number | null): string =>
  pValue === null
    ? 'sin señales decididas'
    : `sin ventaja alguna saldría así de bien el ${percent.format(pValue)} de las veces`;

/** Returns the lines about the sequences and zones of a setup; no lines for a strategy, which has neither. */
const found = (summary: SignalSummary | ReplaySummary): string[] =>
  'zones' in summary
    ? [
        line(
          'Secuencias',
          `${count.format(summary.sequences)} (${plural(summary.validSequences, 'válida', 'válidas')})`,
        ),
        line('Zonas', zones(summary)),
      ]
    : [];

/** Returns a readable summary of a replay in about ten lines. */
export function humanReport(
  title: string,
  summary: SignalSummary | ReplaySummary,
  rows: number,
  elapsedMs: number,
): string {
  const { card } = summary;
  const seconds = elapsedMs / 1_000;
  return [
    title,
    line('Periodo', period(summary)),
    line('Velas', count.format(summary.candles)),
    ...found(summary),
    line('Señales', signals(summary)),
    line('Acierto', winRate(card)),
    line('Equilibrio', breakEven(summary)),
    line('Veredicto', card.kind === 'measured' ? VERDICTS[card.verdict] : 'sin datos'),
    line('Esperanza', expectancy(summary.expectancy)),
    line('Riesgo', drawdown(summary)),
    line('Azar', luck(summary.luckPValue)),
    line('Tiempo', `${seconds.toFixed(2)} s en total, ${count.format(Math.round(rows / seconds))} filas/s`),
    '',
  ].join('\n');
}
