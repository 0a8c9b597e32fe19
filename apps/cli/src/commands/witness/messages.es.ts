import type { LogHead } from '@vigia/core/evidence-log';

const leaves = (size: number): string => `${size.toLocaleString('es')} ${size === 1 ? 'hoja' : 'hojas'}`;

export const WITNESS_MESSAGES = {
  help: `Da fe del registro verificable de otra instalación: lee su última cabeza firmada, comprueba que continúa la última de
la que dio fe, y la firma también, con su hora. Si el registro se rehízo o se acortó, no firma: guarda la cabeza como
prueba y termina con código 1. Ejecútalo cada día en otra máquina, que no administre la misma persona.

Uso: vigia witness --log URL --key CLAVE --folder CARPETA [--name NOMBRE] [--since ARCHIVO]
     vigia witness --check ARCHIVO --key CLAVE --witness CLAVE

  --log URL        la otra instalación, como https://vigia.example
  --key CLAVE      la clave pública de su registro, obtenida de quien la administra o de su correo diario
  --folder CARPETA la clave de este testigo y las cabezas de las que dio fe; la primera vez se crea
  --name NOMBRE    el nombre de este testigo, como testigo.example/ana; solo hace falta la primera vez
  --since ARCHIVO  la cabeza con la que empieza un testigo nuevo, o un correo guardado que la trae

  --check ARCHIVO  comprueba una cabeza guardada: la firma del registro y la de un testigo
  --witness CLAVE  la clave pública del testigo, como la muestra cada ejecución

Sin --since, la primera cabeza se acepta sin nada con qué compararla. El token de bot de la otra instalación, con el permiso de leer,
va en la variable VIGIA_WITNESS_TOKEN, o se pregunta. La cabeza firmada sirve después en «vigia verify --since ARCHIVO».
`,
  needs: 'Hacen falta --log, --key y --folder; «vigia witness --help» explica el comando.',
  checkNeeds: 'Para comprobar una cabeza guardada hacen falta --check, --key y --witness, y nada más.',
  badLog: 'La dirección de --log debe empezar por https://, porque el token viaja en ella.',
  badKey: 'La clave del registro no tiene la forma nombre+identificador+clave.',
  badWitness: 'La clave del testigo no tiene la forma nombre+identificador+clave.',
  badName: 'El nombre del testigo no puede tener espacios ni el signo +.',
  nameMissing: 'Este testigo aún no tiene clave: dale un nombre con --name la primera vez.',
  otherName: (name: string): string => `La clave de esta carpeta es de «${name}»: usa otra carpeta para otro nombre.`,
  token: 'Token de bot de la otra instalación: ',
  tokenMissing: (variable: string): string => `Falta el token de bot en la variable ${variable}.`,
  folder: (folder: string, code: string): string => `No se puede usar la carpeta «${folder}» (${code}).`,
  busy: (file: string): string => `Otra ejecución usa la carpeta; si no hay ninguna, borra «${file}».`,
  openKey: (file: string): string => `Otros usuarios pueden leer la clave: ejecuta «chmod 600 ${file}» y repite.`,
  damagedKey: (file: string): string => `La clave del testigo «${file}» está dañada: recupérala de tu copia.`,
  unreachable: (origin: string): string => `No se pudo conectar con ${origin}.`,
  refusedBy: (origin: string, status: number): string =>
    status === 401 || status === 403
      ? `${origin} no acepta el token: debe poder leer y no estar revocado.`
      : `${origin} respondió con el código ${status}.`,
  notVigia: (origin: string): string => `${origin} no respondió como una instalación de Vigía.`,
  noHead: 'El registro aún no tiene ninguna cabeza firmada.',
  notAHead: 'La respuesta no es una cabeza firmada.',
  notSigned: (name: string): string => `La cabeza no lleva la firma de ${name} con esa clave.`,
  badSince: (name: string): string => `La cabeza de --since no lleva la firma de ${name} con esa clave.`,
  changedHead: (file: string): string =>
    `La última cabeza guardada, «${file}», fue cambiada o es de otro testigo: no se firma nada sobre ella.`,
  shorter: (before: number, size: number): string =>
    `El registro se acortó: tenía ${leaves(before)} y ahora firma ${leaves(size)}.`,
  forked: (before: number): string =>
    `El registro se rehízo: lo que firma ahora no continúa las ${leaves(before)} de las que este testigo dio fe.`,
  noProof: (before: number, size: number): string =>
    `El registro no demuestra que sus ${leaves(size)} continúan las ${leaves(before)} de las que este testigo dio fe.`,
  refused: (why: string, file: string): string =>
    `${why} No se firma. La cabeza queda en «${file}»: es la prueba, guárdala.`,
  cosigned: ({
    path,
    head,
    before,
    witnessKey,
  }: {
    readonly path: string;
    readonly head: LogHead;
    readonly before: LogHead | null;
    readonly witnessKey: string;
  }): readonly string[] => [
    before === null
      ? `Primera cabeza de ${head.origin}: ${leaves(head.size)}. No había ninguna anterior con qué compararla.`
      : `La cabeza de ${leaves(head.size)} continúa la de ${leaves(before.size)}: nada de lo anterior cambió.`,
    `Firmada en «${path}».`,
    `Clave de este testigo: ${witnessKey}`,
  ],
  notInFile: (file: string): string => `«${file}» no se puede leer, o no tiene una cabeza firmada.`,
  notCosigned: (name: string): string => `La cabeza no lleva la firma del testigo ${name} con esa clave.`,
  checked: (size: number, name: string, at: Date): string =>
    `${name} dio fe el ${at.toISOString()} de una cabeza de ${leaves(size)}, y la firma de su registro vale.`,
} as const;
