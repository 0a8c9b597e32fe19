import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ErrorState } from './states.tsx';

it('ErrorState shows the name of the failed action once when the server message starts with that name', () => {
  render(<ErrorState title="No pudimos cargar X." text="No pudimos cargar X. La base de datos no responde." />);
  expect(screen.getByRole('alert').textContent).toBe('No pudimos cargar X.La base de datos no responde.');
});
