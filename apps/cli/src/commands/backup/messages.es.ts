const count = (n: number): string => new Intl.NumberFormat('es-419').format(n);

export const BACKUP_MESSAGES = {
  help: `Guarda todo lo que hay en la base de datos, tal como está en este momento, en una carpeta nueva: cuentas, operaciones,
asientos, señales selladas, velas y ajustes. El servidor puede seguir en marcha. Sirve igual para la base de datos incluida
que para la de DATABASE_URL, y se restaura en cualquiera de las dos.

La clave maestra NO va en la copia: sin ella, lo cifrado no se puede leer. Guárdala aparte.

Uso: vigia backup --to CARPETA

  --to CARPETA   dónde; no debe existir todavía
`,
  missing: 'Falta la opción «--to» con la carpeta de la copia; «vigia backup --help» explica el comando.',
  done: (folder: string, rows: number, tables: number): string =>
    `Copia hecha en ${folder}: ${count(rows)} filas de ${tables} tablas.`,
  keepKey: (file: string): string =>
    `La clave maestra no va en la copia. Guarda aparte ${file}: sin ella las credenciales no se pueden leer.`,
  keepGivenKey: 'La clave maestra no va en la copia. Guarda aparte la de tu configuración (VIGIA_MASTER_KEY).',
} as const;
