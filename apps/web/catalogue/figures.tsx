import type { PerformanceGroup, WinRateCardView } from '@vigia/contract';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { Radar } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { EquityCurve } from '#shared/ui/equity-curve.tsx';
import { EvidenceNote } from '#shared/ui/evidence-note.tsx';
import { FigureGrid } from '#shared/ui/figure-grid.tsx';
import { GroupTable } from '#shared/ui/group-table.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Price } from '#shared/ui/price.tsx';
import { purseName } from '#shared/ui/purse-name.ts';
import { intervalText, RateText, rulerProps } from '#shared/ui/rate.tsx';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Sparkline } from '#shared/ui/sparkline.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { Cell, Table } from '#shared/ui/table.tsx';
import type { Specimen } from './specimen.ts';

const CARD: WinRateCardView = {
  won: 84,
  lost: 76,
  tied: 0,
  decided: 160,
  rate: 0.525,
  interval: { low: 0.448, high: 0.601 },
  break_even: 0.5405,
  verdict: 'indistinguishable',
};
const VERDICTS = ['above', 'below', 'indistinguishable', 'short_sample'] as const;
const RATES = { above: 0.66, below: 0.41, indistinguishable: 0.54, short_sample: 0.6 } as const;
const GROUPS: readonly PerformanceGroup[] = [
  { key: 'EURUSD', trades: 160, profit: -42.5, card: CARD },
  { key: 'BTCUSD', trades: 12, profit: 18.5, card: { ...CARD, verdict: 'short_sample' } },
];
const POINTS = [0, 8.5, -1.5, 7, 15.5, 5.5].map((total, hour) => ({ at: `2026-11-21T1${hour}:00:00.000Z`, total }));
const ruler = rulerProps(CARD);

/** The specimens of figures and of list states. */
export const FIGURES: readonly Specimen[] = [
  {
    shows: ['Ruler', 'VerdictText'],
    states: VERDICTS.map(
      (verdict) =>
        [
          verdict,
          <div key={verdict} className="grid w-64 gap-1">
            <VerdictText verdict={verdict} />
            <Ruler
              rate={RATES[verdict]}
              interval={{ low: RATES[verdict] - 0.07, high: RATES[verdict] + 0.07 }}
              breakEven={0.541}
              verdict={verdict}
            />
          </div>,
        ] as const,
    ),
  },
  {
    shows: ['EvidenceNote'],
    states: [1, 8].map(
      (cards) =>
        [
          `${cards}`,
          <EvidenceNote
            key={cards}
            evidence={{
              bets: 160,
              above: 12.4,
              below: 0.02,
              decided_from: { above: 40 * cards, below: 40 * cards },
              cards,
            }}
          />,
        ] as const,
    ),
  },
  {
    shows: ['RateText', 'rulerProps', 'intervalText'],
    states: [
      ['acierto', <RateText key="a" card={CARD} />],
      ['intervalo', <span key="b">{ruler && intervalText(ruler)}</span>],
    ],
  },
  {
    shows: ['Money', 'Price', 'purseName'],
    states: [
      ['monto', <Money currency={PAPER_CURRENCY} key="a" amount={1234.5} />],
      ['ganado', <Money currency={PAPER_CURRENCY} key="b" amount={8.5} kind="result" />],
      ['perdido', <Money currency={PAPER_CURRENCY} key="c" amount={-10} kind="result" />],
      ['sin decimales', <Money key="f" currency="CLP" amount={15000} />],
      ['ocho decimales', <Money key="g" currency="BTC" amount={0.00012} />],
      ['bolsa', <span key="h">{purseName({ kind: 'demo', currency: 'EUR' })}</span>],
      ['precio', <Price key="d" value={1.08653} decimals={5} />],
      ['sin precio', <Price key="e" value={null} decimals={5} />],
    ],
  },
  {
    shows: ['FigureGrid'],
    states: [
      [
        'seis cifras',
        <FigureGrid
          key="a"
          figures={['Operaciones', 'Ganadas', 'Perdidas', 'Empates', 'Racha', 'Caída'].map((name, index) => ({
            name,
            value: index * 12,
            note: 'de 160',
          }))}
        />,
      ],
    ],
  },
  {
    shows: ['Sparkline', 'ResultLine'],
    states: [['curva', <Sparkline key="a" values={[0, 3, 1, 6, 4]} label="Resultado" />]],
  },
  {
    shows: ['EquityCurve'],
    states: [
      [
        'curva',
        <div key="a" className="w-64">
          <EquityCurve points={POINTS} currency={PAPER_CURRENCY} height={80} axes />
        </div>,
      ],
    ],
  },
  {
    shows: ['Card', 'CardHeader'],
    states: [
      [
        'tarjeta',
        <Card key="a" className="w-64">
          <CardHeader title="Operaciones">
            <Button size="sm">Ver</Button>
          </CardHeader>
          <p className="p-4 text-13">Contenido</p>
        </Card>,
      ],
    ],
  },
  {
    shows: ['Table', 'Cell'],
    states: [
      [
        'dos líneas',
        <Table key="a" label="Operaciones" columns={[{ name: 'Activo' }, { name: 'Resultado', align: 'right' }]}>
          <tr>
            <Cell>EURUSD</Cell>
            <Cell align="right">
              <Money currency={PAPER_CURRENCY} amount={8.5} kind="result" />
            </Cell>
          </tr>
          <tr>
            <Cell>BTCUSD</Cell>
            <Cell align="right">
              <Money currency={PAPER_CURRENCY} amount={-10} kind="result" />
            </Cell>
          </tr>
        </Table>,
      ],
    ],
  },
  {
    shows: ['GroupTable'],
    states: [
      [
        'por activo',
        <GroupTable
          key="a"
          heading="Activo"
          label="Por activo"
          groups={GROUPS}
          currency={PAPER_CURRENCY}
          nameOf={(key) => key}
        />,
      ],
    ],
  },
  {
    shows: ['Skeleton'],
    states: [
      [
        'cargando',
        <div key="a" className="grid w-64 gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-56" />
        </div>,
      ],
    ],
  },
  {
    shows: ['EmptyState', 'ErrorState'],
    states: [
      ['vacío', <EmptyState key="a" icon={Radar} text="Aún no hay señales." action={<Button>Ver EURUSD</Button>} />],
      [
        'error',
        <ErrorState key="b" title="No pudimos cargar tus operaciones" text="Revisa tu conexión." onRetry={() => {}} />,
      ],
    ],
  },
];
