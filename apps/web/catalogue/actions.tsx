import { Info, Settings, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { AccountPill } from '#shared/ui/account-pill.tsx';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Chip } from '#shared/ui/chip.tsx';
import { CopyButton } from '#shared/ui/copy-button.tsx';
import { DIRECTION_MARK, DirectionTag } from '#shared/ui/direction.tsx';
import { Keys } from '#shared/ui/keys.tsx';
import { Logo } from '#shared/ui/logo.tsx';
import { FoldedNote, Note } from '#shared/ui/note.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { StrategyTabs } from '#shared/ui/strategy-tabs.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TabPanel, Tabs } from '#shared/ui/tabs.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { toast, toastResult } from '#shared/ui/toast.ts';
import { Tooltip } from '#shared/ui/tooltip.tsx';
import type { Specimen } from './specimen.ts';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'danger-outline', 'real'] as const;
const TONES = ['plain', 'ok', 'warn', 'error', 'unknown', 'accent', 'call', 'put', 'simulated'] as const;
const TIMES = ['1m', '5m', '15m'] as const;
const NOTE_TONES = ['plain', 'warn', 'error'] as const;

function Choice() {
  const [value, setValue] = useState<(typeof TIMES)[number]>('5m');
  return (
    <Segmented
      label="Temporalidad"
      value={value}
      options={TIMES.map((time) => ({ value: time, label: time, disabled: time === '15m' }))}
      onChange={setValue}
    />
  );
}

function OnOff({ label, disabled = false }: { readonly label: string; readonly disabled?: boolean }) {
  const [on, setOn] = useState(true);
  return <Switch label={label} checked={on} onChange={setOn} disabled={disabled} />;
}

function TwoTabs() {
  const [value, setValue] = useState<'active' | 'history'>('active');
  return (
    <Tabs
      label="Actividad"
      value={value}
      onChange={setValue}
      tabs={[
        { value: 'active', label: 'Activas', count: 3 },
        { value: 'history', label: 'Historial' },
      ]}
    >
      <TabPanel value="active">
        <p className="p-4 text-13">Tres en curso.</p>
      </TabPanel>
      <TabPanel value="history">
        <p className="p-4 text-13">Nada todavía.</p>
      </TabPanel>
    </Tabs>
  );
}

/** The specimens of buttons, choices and status labels. */
export const ACTIONS: readonly Specimen[] = [
  {
    shows: ['Button'],
    states: [
      ...VARIANTS.map(
        (variant) =>
          [
            variant,
            <Button key={variant} variant={variant}>
              Guardar
            </Button>,
          ] as const,
      ),
      [
        'sin efecto',
        <Button key="off" variant="primary" disabled>
          Guardar
        </Button>,
      ],
      [
        'en curso',
        <Button key="busy" variant="primary" loading>
          Guardando
        </Button>,
      ],
      [
        'pequeño',
        <Button key="sm" size="sm">
          Ver
        </Button>,
      ],
      [
        'grande',
        <Button key="lg" size="lg">
          Entrar
        </Button>,
      ],
      [
        'campo',
        <Button key="field" size="field" variant="field" aria-label="Ir a">
          <Settings size={16} aria-hidden />
        </Button>,
      ],
      [
        'icono',
        <Button key="icon" size="icon" variant="ghost" aria-label="Ajustes">
          <Settings size={16} aria-hidden />
        </Button>,
      ],
    ],
  },
  {
    shows: ['buttonClass'],
    states: [
      [
        'enlace',
        <a key="a" href="#top" className={buttonClass()}>
          Ir al panel
        </a>,
      ],
    ],
  },
  {
    shows: ['TextButton'],
    states: [
      [
        'en una frase',
        <p key="a" className="text-13 text-fg-2">
          No pudimos leerlo. <TextButton>Reintentar</TextButton>
        </p>,
      ],
      [
        'sin efecto',
        <TextButton key="b" disabled>
          Cancelar
        </TextButton>,
      ],
    ],
  },
  { shows: ['Keys'], states: [['una o varias', <Keys key="a">Ctrl K</Keys>]] },
  {
    shows: ['Chip'],
    states: [
      ['libre', <Chip key="a">5 min</Chip>],
      [
        'elegido',
        <Chip key="b" selected>
          10 min
        </Chip>,
      ],
      [
        'sin efecto',
        <Chip key="c" disabled>
          15 min
        </Chip>,
      ],
    ],
  },
  { shows: ['Segmented'], states: [['elegir una', <Choice key="a" />]] },
  {
    shows: ['Switch'],
    states: [
      ['libre', <OnOff key="a" label="Avisos" />],
      ['sin efecto', <OnOff key="b" label="Avisos" disabled />],
    ],
  },
  { shows: ['Tabs', 'TabPanel'], states: [['dos', <TwoTabs key="a" />]] },
  { shows: ['StrategyTabs'], states: [['enlaces', <StrategyTabs key="a" />]] },
  {
    shows: ['Badge'],
    states: TONES.map(
      (tone) =>
        [
          tone,
          <Badge key={tone} tone={tone}>
            Estado
          </Badge>,
        ] as const,
    ),
  },
  {
    shows: ['DirectionTag', 'DIRECTION_MARK'],
    states: [
      ['sube', <DirectionTag key="a" direction="CALL" />],
      ['baja', <DirectionTag key="b" direction="PUT" />],
      ['marcas', <span key="c">{`${DIRECTION_MARK.CALL} ${DIRECTION_MARK.PUT}`}</span>],
    ],
  },
  {
    shows: ['AccountPill'],
    states: [
      ['simulado', <AccountPill key="a" account={{ broker: 'mock', kind: 'mock' }} />],
      ['demo', <AccountPill key="b" account={{ broker: 'iqoption', kind: 'demo' }} status="connected" />],
      ['dinero real', <AccountPill key="c" account={{ broker: 'deriv', kind: 'real' }} status="error" />],
    ],
  },
  {
    shows: ['Note'],
    states: NOTE_TONES.map(
      (tone) =>
        [
          tone,
          <Note key={tone} icon={tone === 'plain' ? Info : TriangleAlert} tone={tone}>
            Léelo antes de seguir.
          </Note>,
        ] as const,
    ),
  },
  {
    shows: ['FoldedNote'],
    states: NOTE_TONES.map(
      (tone) =>
        [
          tone,
          <FoldedNote key={tone} icon={tone === 'plain' ? Info : TriangleAlert} tone={tone} line="Lo esencial.">
            Lo demás, cuando lo pides.
          </FoldedNote>,
        ] as const,
    ),
  },
  { shows: ['CopyButton'], states: [['copiar', <CopyButton key="a" text="vigia" label="Copiar el código" />]] },
  { shows: ['Logo'], states: [['marca', <Logo key="a" />]] },
  {
    shows: ['Tooltip', 'TooltipProvider'],
    states: [
      [
        'apunta o tabula',
        <Tooltip key="a" text="Lo que hace">
          <Button>Qué es</Button>
        </Tooltip>,
      ],
    ],
  },
  {
    shows: ['toast', 'toastResult', 'Toaster', 'ToastList', 'registerToaster', 'leastCoveringPlace', 'useToastPlace'],
    states: [
      [
        'hecho',
        <Button key="a" onClick={() => toast.success('Guardado', { description: 'Ya cuenta.' })}>
          Avisar
        </Button>,
      ],
      [
        'falló',
        <Button key="b" onClick={() => toast.error('No se pudo guardar')}>
          Avisar
        </Button>,
      ],
      [
        'atención',
        <Button key="c" onClick={() => toast.warning('Queda poco')}>
          Avisar
        </Button>,
      ],
      [
        'resultado',
        <Button key="d" onClick={() => toastResult('lost', 'Perdida: EURUSD CALL', { description: '−$10.00' })}>
          Avisar
        </Button>,
      ],
    ],
  },
];
