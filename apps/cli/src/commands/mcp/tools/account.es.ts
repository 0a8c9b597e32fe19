import type { CurrentMode, Data, Option } from '@vigia/client';
import { ACCOUNT_NAMES, formatInstant, formatMoney, formatProfit, linesOrFallback, tradeText } from '../words.es.ts';

type State = {
  readonly mode: CurrentMode;
  readonly risk: Data<'GET /api/v1/trading/risk'>;
  readonly active: readonly Option[];
  readonly automation: Data<'GET /api/v1/trading/automation'>;
};

const accountText = ({ broker, kind, balance, held, currency }: CurrentMode['account']): string =>
  `cuenta ${ACCOUNT_NAMES[kind]} de ${broker === 'mock' ? 'Vigía' : broker}: ${formatMoney(balance, currency)} libres, ${formatMoney(held, currency)} en operaciones`;

const stoppedText = ({ stopped_at: at, running }: State['automation']): string =>
  at === null
    ? `Automatizaciones que operan: ${running}.`
    : `Todo lo automático está detenido desde ${formatInstant(at)}.`;

export const ACCOUNT_WORDS = {
  title: 'Estado de la cuenta',
  description:
    'La cuenta en uso con su saldo, lo ganado o perdido hoy, las operaciones en marcha y lo automático. Solo lee.',
  state: ({ mode, risk, active, automation }: State): string =>
    [
      `En uso: ${accountText(mode.account)}.`,
      ...(mode.chosen.id === mode.account.id ? [] : [`Elegida: ${accountText(mode.chosen)}.`]),
      `Hoy: ${risk.day.trades} operaciones, ${formatProfit(risk.day.profit, risk.purse.currency)}; se reinicia ${formatInstant(risk.day.resets_at)}.`,
      stoppedText(automation),
      linesOrFallback(active.map(tradeText), 'Ninguna operación en marcha.'),
    ].join('\n'),
} as const;
