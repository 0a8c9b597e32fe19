/** Texts after a sign-in with a recovery code. */
export const recoveryCodeMessages = {
  used: 'Entraste con un código de recuperación',
  left: (count: number) =>
    count === 1 ? 'Te queda 1 código de recuperación' : `Te quedan ${count} códigos de recuperación`,
  text: 'Configura tu nuevo teléfono en Configuración.',
} as const;
