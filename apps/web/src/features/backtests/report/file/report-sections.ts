import type { BacktestReport, PerformanceGroup } from '@vigia/contract';
import {
  formatCount,
  formatDateTime,
  formatDecimal,
  formatMoment,
  formatMoney,
  formatSignedMoney,
} from '#shared/lib/format.ts';
import { evidenceMessages } from '#shared/ui/evidence-messages.es.ts';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { backtestMessages } from '../../messages.es.ts';
import { overlapText } from '../../model/verdict-notes.ts';
import type { Section } from './html.ts';
import { reportFileMessages as words } from './messages.es.ts';
import { rateText } from './rate-text.ts';

const { report: figures, trades: tradeWords } = backtestMessages;
const { record } = uiMessages;
const WEEKDAYS: Readonly<Record<string, string>> = record.weekdays;

/** Returns the sections of a single test: result, figures, hours, weekdays and trades. */
export function reportSections(report: BacktestReport): Section[] {
  const { source, asset, timeframe, from, to, candles, currency } = report;
  const period =
    from && to ? figures.what(formatCount(candles), formatMoment(from), formatMoment(to)) : figures.whatEmpty;
  const left = figures.left(report.open_at_end, report.voided);
  return [
    {
      title: words.result,
      notes: [
        `${figures.sourceName(source)} · ${asset} · ${timeframe} · ${period}`,
        report.trades === 0 ? figures.none : rateText(report.card),
        ...(report.overlapping ? [overlapText(report)] : []),
        ...(left === '' ? [] : [`${left}. ${figures.leftNote}`]),
      ],
    },
    { title: words.figures, table: { columns: [], rows: figureRows(report) } },
    groupSection(record.byHour, report.by_hour, currency, record.hourOf),
    groupSection(record.byWeekday, report.by_weekday, currency, (key) => WEEKDAYS[key] ?? key),
    tradeSection(report),
  ];
}

function figureRows(report: BacktestReport): string[][] {
  const { currency, expectancy, profit_factor: factor, drawdown_band: band } = report;
  const money = (amount: number) => formatMoney(amount, currency);
  return [
    [figures.profit, `${formatSignedMoney(report.profit, currency)} ${figures.ofStaked(money(report.staked))}`],
    [figures.trades, `${formatCount(report.trades)} ${figures.tradesNote(formatCount(report.signals))}`],
    [figures.expectancy, expectancy === null ? figures.none0 : formatSignedMoney(expectancy, currency)],
    [figures.factor, factor === null ? figures.none0 : formatDecimal(factor)],
    [figures.worstStreak, formatCount(report.longest_losing_streak)],
    [figures.drawdown, money(report.max_drawdown)],
    ...(band
      ? [
          [
            words.bandOf,
            figures.band.text(formatCount(band.orders), money(band.p5), money(band.p95), money(band.worst)),
          ],
        ]
      : []),
  ];
}

const groupSection = (
  title: string,
  groups: readonly PerformanceGroup[],
  currency: BacktestReport['currency'],
  nameOf: (key: string) => string,
): Section => ({
  title,
  notes: [`${evidenceMessages.smallSamples} ${figures.zone}`],
  table: {
    columns: [words.group, record.trades, record.rate, record.result],
    rows: groups.map(({ key, trades, card, profit }) => [
      nameOf(key),
      formatCount(trades),
      rateText(card),
      formatSignedMoney(profit, currency),
    ]),
  },
});

function tradeSection({ trade_list: trades, currency, ...report }: BacktestReport): Section {
  const { columns, results } = tradeWords;
  const total = report.trades + report.voided;
  return {
    title: figures.list,
    notes: trades.length < total ? [words.listNote(formatCount(trades.length), formatCount(total))] : [],
    table: {
      columns: [columns.entry, columns.direction, columns.from, columns.to, columns.result, columns.profit],
      rows: trades.map((trade) => [
        formatDateTime(trade.entry_time),
        trade.direction,
        String(trade.entry_price),
        trade.settle_price === null ? figures.none0 : String(trade.settle_price),
        results[trade.result],
        formatSignedMoney(trade.profit, currency),
      ]),
    },
  };
}
