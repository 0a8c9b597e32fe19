/** Words of push messages and mails that belong to no single notification. */
export const DELIVERY_WORDS = {
  test: 'Avisos activados',
  testText: 'Así te llegarán los avisos que elegiste.',
  many: (count: number) => `${count} avisos nuevos`,
  more: (count: number) => `y ${count} más`,
  digest: (count: number) => (count === 1 ? 'Tu resumen del día: 1 aviso' : `Tu resumen del día: ${count} avisos`),
  open: 'Abrir Vigía',
  settings: 'Elige qué te llega por correo, y cuándo:',
} as const;
