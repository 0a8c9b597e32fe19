const count = (n: number): string => new Intl.NumberFormat('es-419').format(n);

export const BACKUP_MESSAGES = {
  help: `Guarda todo lo que hay en la base de datos, tal como está en este momento, en un archivo nuevo y cifrado: cuentas,
operaciones, asientos, señales selladas, velas y ajustes. El servidor puede seguir en marcha. Sirve igual para la base de
datos incluida que para la de DATABASE_URL, y se restaura en cualquiera de las dos.

El archivo se cifra con una frase (formato age): sin ella no se abre, y nadie puede cambiarlo sin que se note. La frase se
pregunta en la terminal, o se lee de un archivo o de VIGIA_BACKUP_PASSPHRASE; nunca se da como argumento.

La clave maestra NO va en la copia: sin ella, lo cifrado no se puede leer. Guárdala aparte.

Uso: vigia backup --to ARCHIVO [--key-file ARCHIVO] [--unencrypted "sin cifrar"]

  --to ARCHIVO                  dónde; no debe existir todavía
  --key-file ARCHIVO            su primera línea es la frase; debe estar fuera de la carpeta de datos y con permisos 600
  --unencrypted "sin cifrar"    sin cifrar, en una carpeta: quien la lea ve correos y operaciones, y puede cambiarla
`,
  missing: 'Falta la opción «--to» con el archivo de la copia; «vigia backup --help» explica el comando.',
  words: 'sin cifrar',
  wrongWords: 'Para una copia que cualquiera pueda leer y cambiar, escribe exactamente: --unencrypted "sin cifrar".',
  done: (place: string, rows: number, tables: number): string =>
    `Copia cifrada hecha en ${place}: ${count(rows)} filas de ${tables} tablas. Compruébala con «vigia restore --check ${place}».`,
  doneUnencrypted: (place: string, rows: number, tables: number): string =>
    `Copia SIN CIFRAR hecha en ${place}: ${count(rows)} filas de ${tables} tablas. Quien la lea ve correos y operaciones, y puede cambiarla sin que se note.`,
  keepKey: (file: string): string =>
    `La clave maestra no va en la copia. Guarda aparte ${file}: sin ella las credenciales no se pueden leer.`,
  keepGivenKey: 'La clave maestra no va en la copia. Guarda aparte la de tu configuración (VIGIA_MASTER_KEY).',
} as const;
