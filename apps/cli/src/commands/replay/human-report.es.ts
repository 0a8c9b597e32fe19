import type { WinRateCard } from '@vigia/core/statistics';
import { chance, count, line, payoutText, percent, span, VERDICTS } from './report-words.es.ts';
import type { ReplaySummary, SignalSummary } from './summary.ts';

const LOCALE = 'es-419';

const stakes = new Intl.NumberFormat(LOCALE, {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
  signDisplay: 'exceptZero',
});
const stakesLost = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

const plural = (amount: number, one: string, many: string): string =>
  `${count.format(amount)} ${amount === 1 ? one : many}`;

const period = ({ from, to }: SignalSummary): string =>
  span(from === null ? null : from * 1_000, to === null ? null : to * 1_000);

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

const breakEven = ({ breakEven: rate, payoutRatio, payoutIsAssumed }: SignalSummary): string =>
  `${percent.format(rate)} con un pago del ${payoutText(payoutRatio, payoutIsAssumed)}`;

const expectancy = (stakesPerSignal: number | null): string =>
  stakesPerSignal === null ? 'sin señales decididas' : `${stakes.format(stakesPerSignal)} apuestas por señal`;

const drawdown = ({ maxDrawdown, longestLosingStreak }: SignalSummary): string =>
  `caída máxima de ${stakesLost.format(maxDrawdown)} apuestas, ${plural(longestLosingStreak, 'pérdida seguida', 'pérdidas seguidas')} como mucho`;

/**
 * Returns the report lines about the sequences and price zones of a setup. A strategy has neither, so it gets no lines.
 */
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

/** Returns a readable summary of a replay, about ten lines long. */
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
    line('Azar', chance(summary.luckPValue, 'señales')),
    line('Tiempo', `${seconds.toFixed(2)} s en total, ${count.format(Math.round(rows / seconds))} filas/s`),
    '',
  ].join('\n');
}
