import type { WinRateCard } from '@vigia/core/statistics';
import {
  countFormat,
  luckText,
  payoutText,
  percentFormat,
  reportLine,
  timeSpanText,
  VERDICTS,
} from './report-words.es.ts';
import type { ReplaySummary, SignalSummary } from './summary.ts';

const LOCALE = 'es-419';

const stakes = new Intl.NumberFormat(LOCALE, {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
  signDisplay: 'exceptZero',
});
const stakesLost = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

const plural = (amount: number, one: string, many: string): string =>
  `${countFormat.format(amount)} ${amount === 1 ? one : many}`;

const period = ({ from, to }: SignalSummary): string =>
  timeSpanText(from === null ? null : from * 1_000, to === null ? null : to * 1_000);

function zones({ zones: total, zoneStates: { live, spent, invalidated, expired } }: ReplaySummary): string {
  const states = [
    plural(spent, 'gastada', 'gastadas'),
    plural(invalidated, 'invalidada', 'invalidadas'),
    plural(expired, 'vencida', 'vencidas'),
    plural(live, 'viva', 'vivas'),
  ];
  return `${countFormat.format(total)} (${states.join(', ')})`;
}

function signals({ signals: total, outcomes: { won, lost, tie, void: voided, pending } }: SignalSummary): string {
  const outcomes = [
    plural(won, 'ganada', 'ganadas'),
    plural(lost, 'perdida', 'perdidas'),
    plural(tie, 'empate', 'empates'),
    plural(voided, 'nula', 'nulas'),
    plural(pending, 'pendiente', 'pendientes'),
  ];
  return `${countFormat.format(total)} (${outcomes.join(', ')})`;
}

function winRate(card: WinRateCard): string {
  if (card.kind === 'undecided') return 'ninguna señal decidida';
  const { rate, decided, interval } = card;
  const bounds = `${percentFormat.format(interval.low)} – ${percentFormat.format(interval.high)}`;
  return `${percentFormat.format(rate)} de ${plural(decided, 'decidida', 'decididas')} (intervalo de Wilson al 95%: ${bounds})`;
}

const breakEven = ({ breakEven: rate, payoutRatio, payoutIsAssumed }: SignalSummary): string =>
  `${percentFormat.format(rate)} con un pago del ${payoutText(payoutRatio, payoutIsAssumed)}`;

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
        reportLine(
          'Secuencias',
          `${countFormat.format(summary.sequences)} (${plural(summary.validSequences, 'válida', 'válidas')})`,
        ),
        reportLine('Zonas', zones(summary)),
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
    reportLine('Periodo', period(summary)),
    reportLine('Velas', countFormat.format(summary.candles)),
    ...found(summary),
    reportLine('Señales', signals(summary)),
    reportLine('Acierto', winRate(card)),
    reportLine('Equilibrio', breakEven(summary)),
    reportLine('Veredicto', card.kind === 'measured' ? VERDICTS[card.verdict] : 'sin datos'),
    reportLine('Esperanza', expectancy(summary.expectancy)),
    reportLine('Riesgo', drawdown(summary)),
    reportLine('Azar', luckText(summary.luckPValue, 'señales')),
    reportLine('Tiempo', `${seconds.toFixed(2)} s en total, ${countFormat.format(Math.round(rows / seconds))} filas/s`),
    '',
  ].join('\n');
}
