const count = (n: number): string => new Intl.NumberFormat('es-419').format(n);

export const RESTORE_MESSAGES = {
  help: `Pone una copia hecha con «vigia backup» en una base de datos sin cuentas: todo o nada. Antes comprueba que cada archivo
está tal como se escribió. El servidor debe estar parado. Sirve también para pasar de la base de datos incluida a la de
DATABASE_URL, o al revés.

Después copia la clave maestra de la instalación de origen, y comprueba con «vigia verify-audit» y «vigia verify-signals».

Uso: vigia restore --from CARPETA

  --from CARPETA   la carpeta de la copia
`,
  missing: 'Falta la opción «--from» con la carpeta de la copia; «vigia restore --help» explica el comando.',
  done: (rows: number, tables: number, takenAt: string): string =>
    `Restaurada la copia del ${takenAt.slice(0, 16).replace('T', ' ')} UTC: ${count(rows)} filas de ${tables} tablas.`,
  needsKey: (file: string): string =>
    `Falta la clave maestra: copia la de la instalación de origen en ${file} (con permisos 600) antes de arrancar.`,
  ready: 'La clave maestra está en su sitio: arranca Vigía con «npm start».',
} as const;
