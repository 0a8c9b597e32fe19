import { useState } from 'react';
import { AssetSelect } from '#shared/ui/asset-select.tsx';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Checkbox, CheckboxField } from '#shared/ui/checkbox.tsx';
import { CodeField } from '#shared/ui/code-field.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { Dialog, Sheet, scrimClass } from '#shared/ui/dialog.tsx';
import { Field, FieldError, inputBoxClass, TextField } from '#shared/ui/field.tsx';
import { FullScreen } from '#shared/ui/full-screen.tsx';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { PasswordStrength } from '#shared/ui/password-strength.tsx';
import { Popover, PopoverClose, PopoverPanel, PopoverTrigger } from '#shared/ui/popover.tsx';
import { Radio } from '#shared/ui/radio.tsx';
import { Select } from '#shared/ui/select.tsx';
import { RangeField, SliderField } from '#shared/ui/slider.tsx';
import type { Specimen } from './specimen.ts';

function Overlay({ kind }: { readonly kind: 'dialog' | 'sheet' | 'screen' | 'confirm' | 'refused' }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const words = { title: 'Cambiar de modo', text: 'Tus órdenes irán a otro sitio.' };
  const refuse = () => Promise.reject(new Error('refused'));
  return (
    <>
      <Button onClick={() => setOpen(true)}>Abrir</Button>
      {kind === 'dialog' && (
        <Dialog open={open} onOpenChange={setOpen} title={words.title} description={words.text}>
          <Button onClick={close}>Cerrar</Button>
        </Dialog>
      )}
      {kind === 'screen' && open && (
        <FullScreen label={words.title} onLeave={close}>
          <Button className="m-auto" onClick={close}>
            Salir
          </Button>
        </FullScreen>
      )}
      {kind === 'sheet' && (
        <Sheet open={open} onOpenChange={setOpen} title={words.title} description={words.text}>
          <Button onClick={close}>Cerrar</Button>
        </Sheet>
      )}
      {(kind === 'confirm' || kind === 'refused') && (
        <ConfirmDialog
          open={open}
          onClose={close}
          title={words.title}
          text={words.text}
          submit="Cambiar"
          tone={kind === 'confirm' ? 'real' : 'danger'}
          onConfirm={kind === 'confirm' ? async () => {} : refuse}
        />
      )}
    </>
  );
}

function Slide({ error, disabled = false }: { readonly error?: string; readonly disabled?: boolean }) {
  const [value, setValue] = useState(30);
  const more = { ...(error !== undefined && { error }), ...(disabled && { disabled }) };
  return (
    <SliderField label="Longitud" value={value} onChange={setValue} min={0} max={100} step={1} suffix="%" {...more} />
  );
}

function Range() {
  const [[low, high], setRange] = useState<readonly [number, number]>([20, 60]);
  return (
    <RangeField
      label="Entre"
      lowLabel="Desde"
      highLabel="Hasta"
      to="a"
      low={low}
      high={high}
      onChange={(from, to) => setRange([from, to])}
      min={0}
      max={100}
      step={1}
    />
  );
}

const PANEL = (
  <Popover>
    <PopoverTrigger className={buttonClass()}>Saldo</PopoverTrigger>
    <PopoverPanel aria-label="Saldo" className="w-64 p-4 text-13">
      <p className="mb-3">Tu saldo de práctica.</p>
      <PopoverClose className={buttonClass({ size: 'sm' })}>Cerrar</PopoverClose>
    </PopoverPanel>
  </Popover>
);

const MENU = (
  <Menu trigger={<Button>Más</Button>}>
    <MenuItem onSelect={() => {}}>Duplicar</MenuItem>
    <MenuItem danger onSelect={() => {}}>
      Eliminar
    </MenuItem>
  </Menu>
);

/** The specimens of inputs, and of layers that open over the page. */
export const FORMS: readonly Specimen[] = [
  { shows: ['Popover', 'PopoverTrigger', 'PopoverPanel', 'PopoverClose'], states: [['al lado', PANEL]] },
  { shows: ['Menu', 'MenuItem'], states: [['qué hacer', MENU]] },
  {
    shows: ['Field', 'TextField', 'Input', 'inputBoxClass', 'FieldError'],
    states: [
      ['vacío', <TextField key="a" label="Correo" hint="El de tu cuenta" placeholder="tu@correo.com" />],
      ['con error', <TextField key="b" label="Monto" error="Monto mínimo: $1" defaultValue="0" suffix="$" />],
      ['sin efecto', <TextField key="c" label="Usuario" defaultValue="camila" disabled />],
      [
        'caja propia',
        <span key="d" className={inputBoxClass}>
          12.50
        </span>,
      ],
      ['error suelto', <FieldError key="e">No pudimos comunicarnos con el servidor.</FieldError>],
    ],
  },
  {
    shows: ['PasswordField', 'PasswordStrength'],
    states: [
      [
        'con fortaleza',
        <PasswordField
          key="a"
          label="Contraseña"
          strengthOf="un faro en la niebla"
          defaultValue="un faro en la niebla"
        />,
      ],
      ['débil', <PasswordStrength key="b" password="faro" />],
    ],
  },
  {
    shows: ['CodeField'],
    states: [
      ['vacío', <CodeField key="a" label="Código" />],
      [
        'con error',
        <CodeField key="b" label="Código" error="Ese código no vale o ya se usó." defaultValue="123 456" />,
      ],
    ],
  },
  {
    shows: ['Select', 'AssetSelect'],
    states: [
      [
        'del navegador',
        <Field key="a" label="Zona horaria">
          {(control) => (
            <Select {...control}>
              <option>Bogotá</option>
            </Select>
          )}
        </Field>,
      ],
      [
        'sin efecto',
        <Field key="b" label="Zona horaria">
          {(control) => (
            <Select {...control} disabled>
              <option>Bogotá</option>
            </Select>
          )}
        </Field>,
      ],
      [
        'activos',
        <Field key="c" label="Activo">
          {(control) => <AssetSelect control={control} symbol="EURUSD" onChange={() => {}} />}
        </Field>,
      ],
    ],
  },
  {
    shows: ['Checkbox', 'CheckboxField'],
    states: [
      [
        'con error',
        <CheckboxField key="e" error="Debes ser mayor de edad">
          Soy mayor de edad
        </CheckboxField>,
      ],
      ['libre', <Checkbox key="a">Soy mayor de edad</Checkbox>],
      [
        'marcada',
        <Checkbox key="b" defaultChecked>
          Soy mayor de edad
        </Checkbox>,
      ],
      [
        'con error',
        <Checkbox key="c" aria-invalid>
          Soy mayor de edad
        </Checkbox>,
      ],
    ],
  },
  {
    shows: ['Radio'],
    states: [
      ['libre', <Radio key="a" name="libre" aria-label="Deriv" />],
      ['elegido', <Radio key="b" name="elegido" aria-label="Deriv" defaultChecked />],
      ['sin efecto', <Radio key="c" name="sin efecto" aria-label="Deriv" disabled />],
      ['con error', <Radio key="d" name="con error" aria-label="Deriv" aria-invalid />],
    ],
  },
  {
    shows: ['SliderField', 'RangeField'],
    states: [
      ['libre', <Slide key="a" />],
      ['con error', <Slide key="b" error="Elige más de 40 %" />],
      ['sin efecto', <Slide key="c" disabled />],
      ['intervalo', <Range key="d" />],
    ],
  },
  {
    shows: ['Dialog', 'Sheet', 'FullScreen', 'ConfirmDialog', 'scrimClass'],
    states: [
      ['diálogo', <Overlay key="a" kind="dialog" />],
      ['hoja', <Overlay key="b" kind="sheet" />],
      ['pantalla completa', <Overlay key="f" kind="screen" />],
      ['pregunta', <Overlay key="c" kind="confirm" />],
      ['rechazada', <Overlay key="d" kind="refused" />],
      ['velo', <span key="e" className={`${scrimClass} static block h-8 w-24`} />],
    ],
  },
];
