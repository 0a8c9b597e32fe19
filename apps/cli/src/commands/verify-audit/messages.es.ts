export const VERIFY_AUDIT_MESSAGES = {
  help: `Comprueba que el registro de seguridad está tal como se escribió: que nadie cambió, quitó ni añadió entradas por
fuera de Vigía. Funciona con el servidor en marcha o parado. Termina con código 1 si algo no encaja.

Uso: vigia verify-audit
`,
  noOptions: '«vigia verify-audit» no lleva opciones: lee la configuración del entorno y del archivo .env.',
  intact: 'El registro de seguridad está íntegro.',
  found: (people: number): string =>
    people === 1
      ? 'el registro de seguridad de 1 persona fue alterado:'
      : `el registro de seguridad de ${people} personas fue alterado:`,
  altered: (userId: string, seq: number): string => `✗ ${userId}: no encaja a partir de la entrada ${seq}`,
} as const;
