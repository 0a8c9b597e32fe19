import type { Backtest, TradingPerformance } from '@vigia/client';
import { countFormat, VERDICTS } from '../../replay/report-words.es.ts';
import {
  ACCOUNT_NAMES,
  cardText,
  formatInstant,
  formatMoney,
  formatPercent,
  formatProfit,
  linesOrFallback,
  livePerformanceText,
} from '../words.es.ts';

const KIND = {
  single: 'prueba',
  look: 'mirada sin veredicto',
  sweep: 'barrido',
  grid: 'rejilla',
  proof: 'prueba en mercados sin ventaja',
} as const;
const STATUS = {
  queued: 'en cola',
  running: 'en curso',
  done: 'terminada',
  cancelled: 'cancelada',
  failed: 'fallida',
} as const;

/** Returns the verdict of a test among all tries on the same data. */
function judgementText({ judgement }: Backtest): string {
  if (judgement === null) return 'Sin veredicto: no ha terminado, o es de una versión anterior.';
  const { verdict, corrected_p_value: chance, tries } = judgement;
  const said = verdict === null ? 'sin operaciones decididas' : VERDICTS[verdict];
  const luck =
    chance === null
      ? 'muy pocas operaciones para medir la suerte'
      : `por suerte saldría así el ${formatPercent(chance)} de las veces`;
  return `Veredicto contando las ${tries} pruebas sobre estos datos: ${said}; ${luck}.`;
}

function headlineText({ headline, currency }: Backtest): string {
  if (headline === null) return 'Sin resultado conjunto.';
  return `Acierto ${cardText(headline.card)}. Resultado ${formatProfit(headline.profit, currency)}.`;
}

const jobLine = (job: Backtest): string =>
  `${formatInstant(job.created_at)} ${KIND[job.kind]} de ${job.subject} en ${job.asset} ${job.timeframe}, ${STATUS[job.status]} (${job.id})`;

function reportLines({ report }: Backtest): string[] {
  if (report === null) return [];
  const { from, to, candles, trades, currency, overlapping, independent_trades: independent } = report;
  const period = from === null || to === null ? 'sin velas' : `${formatInstant(from)} – ${formatInstant(to)}`;
  return [
    `Datos: ${countFormat.format(candles)} velas de ${report.source}, ${period}; ${countFormat.format(trades)} operaciones.`,
    `Caída máxima ${formatProfit(-report.max_drawdown, currency)}; ${report.longest_losing_streak} pérdidas seguidas como mucho.`,
    ...(overlapping && independent !== null
      ? [`Hay operaciones que se solapan: dicen lo mismo que ${countFormat.format(independent)} independientes.`]
      : []),
  ];
}

export const RESULT_WORDS = {
  statisticsTitle: 'Estadísticas',
  statisticsDescription:
    'Resultados de operaciones terminadas de un tipo de cuenta en una moneda: acierto con su número, intervalo, equilibrio y veredicto. Un filtro quita el veredicto. Solo lee.',
  account: 'mock = simulada; sin él, la cuenta en uso',
  listTitle: 'Pruebas',
  listDescription:
    'Lista las últimas pruebas con datos pasados y su veredicto, que cuenta todos los intentos. Solo lee.',
  oneTitle: 'Una prueba',
  oneDescription: 'El informe de una prueba: acierto con intervalo, veredicto, datos y lo que se pidió. Solo lee.',
  statistics: ({
    purse,
    trades,
    voided,
    card,
    profit: total,
    staked,
    max_drawdown: fall,
  }: TradingPerformance): string =>
    [
      `Cuenta ${ACCOUNT_NAMES[purse.kind]} en ${purse.currency}: ${countFormat.format(trades)} operaciones terminadas, ${countFormat.format(voided)} nulas.`,
      `Acierto: ${livePerformanceText(card)}.`,
      `Resultado ${formatProfit(total, purse.currency)} sobre ${formatMoney(staked, purse.currency)} invertidos; caída máxima ${formatProfit(-fall, purse.currency)}.`,
    ].join('\n'),
  list: (jobs: readonly Backtest[]): string =>
    linesOrFallback(
      jobs.map((job) => `${jobLine(job)}\n  ${headlineText(job)} ${judgementText(job)}`),
      'Todavía no hay pruebas.',
    ),
  one: (job: Backtest): string =>
    [
      jobLine(job),
      ...(job.error === null ? [] : [`Falló: ${job.error.message}`]),
      headlineText(job),
      judgementText(job),
      ...reportLines(job),
      'Un resultado en datos pasados no dice cómo irá en adelante.',
    ].join('\n'),
} as const;
