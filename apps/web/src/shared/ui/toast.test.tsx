import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => drawNothing());
afterEach(cleanup);

it('the toaster shows messages sent before and after the list has mounted', async () => {
  toast.success('Guardado', { description: 'Todo quedó como lo pediste.' });
  toast('Nada que guardar');
  render(<Toaster />);
  expect(await screen.findByText('Guardado')).toBeDefined();
  expect(screen.getByText('Todo quedó como lo pediste.')).toBeDefined();
  expect(screen.getByText('Nada que guardar')).toBeDefined();
  toast.error('No se pudo');
  expect(await screen.findByText('No se pudo')).toBeDefined();
});
